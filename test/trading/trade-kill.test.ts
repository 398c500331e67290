import { afterEach, beforeAll, expect, test } from 'vitest'
import { type ApiProcess, apiProcess } from '../../harness/api-process.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { saveLatestQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import { ADMIN } from '../api/support/api.ts'
import { NOW } from '../api/support/seed.ts'
import { brokenRules } from './ledger-world.ts'
import { ACCOUNTS, type Created } from './replicas.ts'
import { SPY } from './sound-quote.ts'
import { BUY, TRADES } from './trade-world.ts'

const ROUNDS = process.env.LONG ? 10 : 2
const TRADES_EACH = 20
const db = testDatabase({ max: 5 })
const started: ApiProcess[] = []
beforeAll(async () => {
  await db.sql`
    insert into service_time (real_origin, service_origin, speed, since, last_seen)
    values (clock_timestamp(), ${NOW}, 0, ${NOW}, ${NOW})`
  await saveLatestQuotes(db.sql, [SPY], NOW)
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((api) => api.stop('SIGKILL')))
})

async function start(): Promise<ApiProcess> {
  const api = await apiProcess({ DATABASE_URL: db.url })
  started.push(api)
  return api
}

async function call<T>(api: ApiProcess, path: string, token: string, body?: object, method = 'POST') {
  const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const response = await fetch(api.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { status: response.status, body: (await response.json()) as T }
}

async function readyAccount(api: ApiProcess): Promise<Created> {
  const made = await eventually(async () => {
    const answer = await call<Created>(api, ACCOUNTS, ADMIN, { name: 'agent' })
    expect(answer.status).toBe(201)
    return answer.body
  })
  const limits = { orders_per_minute: 600, max_pending_trades: 100 }
  await call(api, `${ACCOUNTS}/${made.account_id}`, ADMIN, { limits }, 'PATCH')
  return made
}

test('a replica killed during confirmations leaves each trade either pending or filled', async () => {
  const survivor = await start()
  for (let round = 0; round < ROUNDS; round++) {
    const doomed = await start()
    const { account_id, token } = await readyAccount(doomed)
    const ids = await Promise.all(
      Array.from({ length: TRADES_EACH }, async () => {
        // A busy machine may answer 503; such an order was not made.
        return await eventually(async () => {
          const { status, body } = await call<{ trade_id: string }>(doomed, TRADES, token, BUY)
          expect(status).toBe(201)
          return body.trade_id
        })
      }),
    )
    const confirm = (api: ApiProcess, id: string) => call<{ code?: string }>(api, `${TRADES}/${id}/confirm`, token)
    const gone = new Promise<void>((done) => doomed.child.once('close', () => done()))
    const confirmed = new Set<string>()
    await Promise.all(
      ids.map(async (id) => {
        try {
          if ((await confirm(doomed, id)).status === 200) confirmed.add(id)
          // After the first fill, the other confirmations are in every possible state.
          doomed.child.kill('SIGKILL')
        } catch {
          await gone
        }
      }),
    )
    const rows = await db.sql<{ id: string; status: string; entries: number }[]>`
      select t.id, t.status, (select count(*)::integer from ledger_entries as e where e.trade_id = t.id) as entries
      from trades as t where t.account_id = ${account_id}`
    expect(rows).toHaveLength(TRADES_EACH)
    for (const { id, status, entries } of rows) {
      expect([status, entries], id).toEqual(status === 'executed' ? ['executed', 1] : ['pending', 0])
      if (confirmed.has(id)) expect(status).toBe('executed')
    }
    expect(rows.filter(({ status }) => status === 'pending').length).toBeGreaterThan(0)
    expect(await brokenRules(db.sql)).toEqual([])

    // The locks of the killed replica end within its deadline.
    const surely = (id: string) =>
      eventually(async () => {
        const answer = await confirm(survivor, id)
        expect(answer.status).not.toBe(503)
        return answer
      })
    const answers = await Promise.all(ids.map(surely))
    for (const { status, body } of answers) expect([200, 'already_claimed']).toContain(body.code ?? status)
    const [left] = await db.sql<{ n: number; cash: number }[]>`
      select (select count(*)::integer from trades as t where t.account_id = a.id and t.status <> 'executed') as n,
        a.cash_e4 as cash
      from accounts as a where a.id = ${account_id}`
    expect(left).toEqual({ n: 0, cash: 1_000_000_000 - TRADES_EACH * 6_000_100 })
    expect(await brokenRules(db.sql)).toEqual([])
  }
}, 120_000)
