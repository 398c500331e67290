import { expect } from 'vitest'
import { type ApiProcess, apiProcess } from '../../harness/api-process.ts'
import { type PostgresPair, startPostgresPair } from '../../harness/cluster/postgres-pair.ts'
import { eventually } from '../../harness/eventually.ts'
import { saveLatestQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import { raiseSequence, readPast } from '../../shared/postgres/server/data-losses.ts'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'
import { ADMIN } from '../api/support/api.ts'
import { NOW } from '../api/support/seed.ts'
import { ACCOUNTS, type Created } from '../trading/replicas.ts'
import { SPY } from '../trading/sound-quote.ts'
import { BUY, TRADES } from '../trading/trade-world.ts'

interface Answer<T> {
  status: number
  body: T & { code?: string }
}

/** Two nodes of Postgres, replicas of the API before them, and agents that trade. */
export interface FailoverWorld {
  pair: PostgresPair
  sql: Pool
  replicas: readonly ApiProcess[]
  call<T>(
    api: ApiProcess,
    path: string,
    options?: { token?: string; body?: object; method?: string },
  ): Promise<Answer<T>>
  account(): Promise<Created>
  /** Makes and confirms one trade. Returns its id if the service said that it is executed, else null. */
  trade(api: ApiProcess, token: string): Promise<string | null>
  /** Raises the service's sequence, as a scheduler does each second. */
  raise(): Promise<void>
  issues(api: ApiProcess): Promise<string[]>
  close(): Promise<void>
}

export async function failoverWorld({ synchronous = false } = {}): Promise<FailoverWorld> {
  const pair = await startPostgresPair({ synchronous })
  const sql = openPool(pair.url, { max: 4, name: 'test' })
  await sql`
    insert into service_time (real_origin, service_origin, speed, since, last_seen)
    values (clock_timestamp(), ${NOW}, 0, ${NOW}, ${NOW})
    on conflict (id) do update set service_origin = excluded.service_origin, speed = 0, last_seen = excluded.last_seen`
  await saveLatestQuotes(sql, [SPY], NOW)
  const replicas = await Promise.all([1, 2].map(() => apiProcess({ DATABASE_URL: pair.url })))

  const call: FailoverWorld['call'] = async (api, path, { token = ADMIN, body, method = 'GET' } = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const answer = await fetch(api.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    return { status: answer.status, body: (await answer.json()) as never }
  }
  const post = { method: 'POST' } as const
  return {
    pair,
    sql,
    replicas,
    call,
    async account() {
      const body = { name: 'agent', balance: 10_000_000 }
      const made = await eventually(async () => {
        const answer = await call<Created>(replicas[0]!, ACCOUNTS, { ...post, body })
        expect(answer.status).toBe(201)
        return answer.body
      })
      const limits = { orders_per_minute: 600, max_pending_trades: 100 }
      await eventually(async () => {
        const path = `${ACCOUNTS}/${made.account_id}`
        expect((await call(replicas[0]!, path, { method: 'PATCH', body: { limits } })).status).toBe(200)
      })
      return made
    },
    async trade(api, token) {
      try {
        const quoted = await call<{ trade_id: string }>(api, TRADES, { ...post, token, body: BUY })
        if (quoted.status !== 201) return null
        const id = quoted.body.trade_id
        const done = await call<{ status: string }>(api, `${TRADES}/${id}/confirm`, { ...post, token })
        return done.status === 200 && done.body.status === 'executed' ? id : null
      } catch {
        return null
      }
    },
    raise: async () => await raiseSequence(sql, (await readPast(sql)).number),
    issues: async (api) => (await call<{ issues: string[] }>(api, '/api/v1/status')).body.issues,
    async close() {
      await Promise.all(replicas.map((replica) => replica.stop('SIGKILL')))
      await sql.end({ timeout: 1 })
      await pair.stop()
    },
  }
}
