import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { FAULTS, type FaultProxy, faultProxy } from '../../harness/fault-proxy.ts'
import { ACCOUNTS, type Ask, ask, type Created, createAccount, holdAccount, replica } from './replicas.ts'

const TRADES = '/api/v1/trading/trades'

const db = testDatabase()
let proxy: FaultProxy
let app: FastifyInstance
let made: Created
beforeAll(async () => {
  proxy = await faultProxy(db.url)
  app = await replica(proxy, { limits: { readDeadlineMs: 1_000, tradingDeadlineMs: 1_000 } })
  made = await createAccount(app)
})
afterAll(async () => {
  await proxy.close()
})
beforeEach(() => proxy.inject('none'))

const requests = (): Ask[] => [
  { url: '/api/v1/trading/account', token: made.token },
  { url: '/api/v1/trading/ledger', token: made.token },
  { url: '/api/v1/trading/limits', token: made.token },
  { url: '/api/v1/trading/history', token: made.token },
  { url: '/api/v1/trading/trades/pending', token: made.token },
  { method: 'POST', url: TRADES, token: made.token, body: { symbol: 'SPY', side: 'buy', quantity: 1 } },
  { method: 'POST', url: `${TRADES}/00000000-0000-4000-8000-000000000000/confirm`, token: made.token },
  { method: 'DELETE', url: `${TRADES}/00000000-0000-4000-8000-000000000000`, token: made.token },
  { url: '/api/v1/trading/admin/trades/recent' },
  { method: 'PATCH', url: '/api/v1/trading/limits', token: made.token, body: { orders_per_minute: 1 } },
  { url: ACCOUNTS },
  { method: 'POST', url: ACCOUNTS, body: { name: 'x' } },
  { method: 'POST', url: ACCOUNTS, body: { name: 'x' }, key: 'while-away' },
  { method: 'DELETE', url: `${ACCOUNTS}/${made.account_id}` },
  { url: `${ACCOUNTS}/${made.account_id}/tokens` },
]
const working = () =>
  eventually(async () => {
    const answer = await ask(app, { url: '/api/v1/trading/account', token: made.token })
    expect(answer.statusCode).toBe(200)
    expect((await ask(app, { method: 'PATCH', url: `${ACCOUNTS}/${made.account_id}`, body: {} })).statusCode).toBe(200)
  })

describe.each(FAULTS)('while Postgres is cut off by %s', (fault) => {
  test('trading answers 503 with Retry-After to every caller, and recovers by itself', async () => {
    await working()
    proxy.inject(fault)
    const answers = await Promise.all(requests().map((request) => ask(app, request)))
    for (const [at, answer] of answers.entries()) {
      const { method = 'GET', url } = requests()[at]!
      expect([answer.statusCode, answer.json().code], `${method} ${url}`).toEqual([503, 'unavailable'])
      expect(answer.headers['retry-after']).toBe('2')
    }
    expect((await ask(app, { url: '/api/v1/trading/limits', token: '' })).statusCode).toBe(200)
    proxy.inject('none')
    await working()
  })
})

test('a locked account is 503 in time while other accounts trade on the same connections', async () => {
  await working()
  const other = await createAccount(app)
  const letGo = await holdAccount(db, made.account_id)
  const patch = (id: number) => ask(app, { method: 'PATCH', url: `${ACCOUNTS}/${id}`, body: { name: 'other' } })
  const waiting = patch(made.account_id)
  expect((await patch(other.account_id)).statusCode).toBe(200)
  const answer = await waiting
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  const opened = proxy.opened()
  await letGo()
  expect((await patch(made.account_id)).statusCode).toBe(200)
  expect(proxy.opened() - opened).toBeLessThanOrEqual(1)
})
