import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { openPool, type Pool } from '../shared/postgres/server/db.ts'
import { type ApiDeps, buildApp } from './app.ts'
import type { Tokens } from './http/auth.ts'
import { DEFAULT_LIMITS } from './http/limits.ts'

const READ_CONNECTIONS = 8
/** The server gives up a little before the client does, so that a slow query is not taken for a dead link. */
const STATEMENT_MARGIN_MS = 500
const CLOSE_MS_MAX = 10_000

export interface StartOptions extends Omit<ApiDeps, 'sql' | 'tokens'> {
  /** A promise while Postgres is being started: the API listens at once and says what it cannot know yet. */
  databaseUrl: string | Promise<string>
  /** A missing token leaves its routes closed to everybody. */
  tokens: { admin?: string | undefined; internal?: string | undefined }
  host: string
  port: number
}

export interface RunningApi {
  url: string
  /** Ends open connections and lets go of the database; never longer than ten seconds. */
  close(): Promise<void>
}

const unguessable = (): string => randomBytes(32).toString('hex')

/** Follows the object it is given, so that a rotation counts without a restart. */
function stillOpenTo(given: StartOptions['tokens']): Tokens {
  const nobody = { admin: unguessable(), internal: unguessable() }
  return {
    get admin() {
      return given.admin ?? nobody.admin
    },
    get internal() {
      return given.internal ?? nobody.internal
    },
  }
}

export async function startApi({ databaseUrl, tokens, host, port, ...rest }: StartOptions): Promise<RunningApi> {
  const pool: Promise<Pool> = Promise.resolve(databaseUrl).then((url) =>
    openPool(url, {
      max: READ_CONNECTIONS,
      name: 'api-read',
      readOnly: true,
      statementTimeoutMs: (rest.limits?.readDeadlineMs ?? DEFAULT_LIMITS.readDeadlineMs) - STATEMENT_MARGIN_MS,
    }),
  )
  let opened: Pool | null = null
  pool.then(
    (ready) => {
      opened = ready
    },
    () => {},
  )
  const app = await buildApp({
    ...rest,
    sql: pool,
    tokens: stillOpenTo(tokens),
  })
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    throw error
  }
  const address = app.server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${name}:${address.port}`,
    async close() {
      const limit = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS_MAX).unref())
      const closing = app.close().then(() => opened?.end({ timeout: 1 }))
      await Promise.race([closing, limit])
    },
  }
}
