import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../harness/database.ts'
import { ADMIN, type TestDeps, testApi } from '../api/support/api.ts'

export const ACCOUNTS = '/api/v1/trading/admin/accounts'

export interface Ask {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  token?: string
  body?: unknown
  key?: string
  headers?: Record<string, string>
  ip?: string
}

export function ask(app: FastifyInstance, wanted: Ask): Promise<LightMyRequestResponse> {
  const { method = 'GET', url, token = ADMIN, body, key, headers = {}, ip } = wanted
  const request: InjectOptions = {
    method,
    url,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    ...(ip === undefined ? {} : { remoteAddress: ip }),
  }
  return app.inject(request)
}

export interface Created {
  account_id: number
  token: string
  token_id: string
  balance: number
}

export async function createAccount(app: FastifyInstance, body: object = { name: 'agent' }): Promise<Created> {
  const answer = await ask(app, { method: 'POST', url: ACCOUNTS, body })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}

/** Two replicas of the API on one database, for one test file. */
export function twoReplicas(): {
  readonly db: TestDatabase
  readonly one: FastifyInstance
  readonly two: FastifyInstance
} {
  let db: TestDatabase
  let one: FastifyInstance
  let two: FastifyInstance
  beforeAll(async () => {
    db = await freshDatabase()
    one = await replica(db)
    two = await replica(db)
  })
  afterAll(() => db.drop())
  return {
    get db() {
      return db
    },
    get one() {
      return one
    },
    get two() {
      return two
    },
  }
}

/** Resolves when the replica has read the database once. */
export async function replica(db: Pick<TestDatabase, 'url'>, deps: TestDeps = {}): Promise<FastifyInstance> {
  return await testApi(db.url, deps)
}

/** Keeps an account's row locked until it is released, as another replica at work would. */
export async function holdAccount(db: Pick<TestDatabase, 'sql'>, id: number): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const holding = db.sql.begin(async (tx) => {
    await tx`select a.id from accounts as a where a.id = ${id} for update`
    isLocked.resolve()
    await held.promise
  })
  holding.catch(isLocked.reject)
  await isLocked.promise
  return async () => {
    held.resolve()
    await holding
  }
}
