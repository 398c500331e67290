import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { sweepOverdueTrades } from '../../shared/postgres/trading/trades.ts'
import { NOW } from '../api/support/seed.ts'
import { brokenRules } from './ledger-world.ts'
import { ACCOUNTS, ask, holdAccount } from './replicas.ts'
import { type Agent, BUY, later, type Reply, SELL, TRADES, tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const replicaOf = (at: number) => (at % 2 ? world.one : world.two)
const statusOf = async (agent: Agent, id: string): Promise<string> =>
  (await agent.ask({ url: `${TRADES}/${id}` })).body.status
const outcomes = (answers: readonly Reply[]) =>
  Object.entries(Object.groupBy(answers, ({ status, code }) => code ?? String(status)))
    .map(([name, of]) => `${of!.length} ${name}`)
    .sort()

/** Resolves when a transaction of a replica waits for a lock that another one holds. */
const waiting = () =>
  eventually(async () => {
    const rows = await world.sql`
      select a.pid from pg_stat_activity as a
      where a.datname = current_database() and a.application_name = 'api-trading' and a.wait_event_type = 'Lock' limit 1`
    return rows.length > 0
  })

async function holdTrade(id: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = world.sql.begin(async (tx) => {
    await tx`select t.id from trades as t where t.id = ${id} for update`
    locked.resolve()
    await held.promise
  })
  await locked.promise
  return async () => {
    held.resolve()
    await holding
  }
}

/**
 * Confirms until it is decided: a crowded replica refuses with 503 the callers that it could not serve in time. The
 * crowd retries after its Retry-After, on a machine whose other work may leave it a tenth of a processor.
 */
const confirmed = (agent: Agent, id: string, replica: FastifyInstance): Promise<Reply> =>
  eventually(
    async () => {
      const reply = await agent.confirm(id, replica)
      return reply.status !== 503 && reply
    },
    { within: 110_000, everyMs: 2_000 },
  )

test('thirty confirmations of each of forty trades through two replicas fill each once and refuse the others', async () => {
  const agents = await Promise.all(Array.from({ length: 4 }, () => world.account()))
  const trades = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const agent = agents[at % agents.length]!
      return { agent, id: await agent.pending() }
    }),
  )
  const hammered = await Promise.all(
    trades.map(({ agent, id }) =>
      Promise.all(Array.from({ length: 30 }, (_, at) => confirmed(agent, id, replicaOf(at)))),
    ),
  )
  for (const answers of hammered) expect(outcomes(answers)).toEqual(['1 200', '29 already_claimed'])
  for (const agent of agents) expect(await agent.cash()).toBe(93_999.9)
  expect(await brokenRules(world.sql)).toEqual([])
}, 120_000)

describe('a confirmation races', () => {
  test('a cancellation: exactly one of the two wins', async () => {
    const agent = await world.account()
    for (let at = 0; at < 20; at++) {
      const id = await agent.pending()
      const [confirmed, cancelled] = await Promise.all([
        agent.confirm(id, replicaOf(at)),
        agent.cancel(id, replicaOf(at + 1)),
      ])
      expect([confirmed.status, cancelled.status].sort()).toEqual([200, 409])
      expect(await statusOf(agent, id)).toBe(confirmed.status === 200 ? 'executed' : 'cancelled')
    }
    expect(await brokenRules(world.sql)).toEqual([])
  })

  test.each(['reset', 'delete'])(
    'a %s of the account: the trade is filled before it or cancelled by it',
    async (how) => {
      for (let at = 0; at < 10; at++) {
        const agent = await world.account()
        const id = await agent.pending()
        const url = `${ACCOUNTS}/${agent.account_id}`
        const [reply, done] = await Promise.all([
          agent.confirm(id, replicaOf(at)),
          how === 'reset'
            ? ask(replicaOf(at + 1), { method: 'POST', url: `${url}/reset` })
            : ask(replicaOf(at + 1), { method: 'DELETE', url }),
        ])
        expect(done.statusCode).toBe(200)
        const { trades } = (await ask(world.one, { url: `${url}/history` })).json()
        expect(trades).toMatchObject([
          { trade_id: id, status: reply.status === 200 ? 'executed' : 'cancelled', epoch: 1 },
        ])
        if (reply.status !== 200) expect(['trade_cancelled', 'not_found', 'unauthorized']).toContain(reply.code)
      }
      expect(await brokenRules(world.sql)).toEqual([])
    },
  )

  test('the sweeper: it ends expired trades and skips a locked account', async () => {
    const [idle, busy] = [await world.account(), await world.account()]
    const [swept, left] = [await idle.pending(), await busy.pending()]
    await world.moveTo(later(60_000))
    expect(await sweepOverdueTrades(world.sql, 100)).toBe(0)
    await world.moveTo(later(60_001))
    const letGo = await holdAccount(world.vendors.db, busy.account_id)
    expect(await sweepOverdueTrades(world.sql, 100)).toBeGreaterThanOrEqual(1)
    const rows = await world.sql<{ id: string; status: string }[]>`
      select t.id, t.status from trades as t where t.id in ${world.sql([swept, left])} order by t.number`
    expect(rows.map(({ id, status }) => [id, status])).toEqual([
      [swept, 'expired'],
      [left, 'pending'],
    ])
    await letGo()
    const [reply, count] = await Promise.all([busy.confirm(left), sweepOverdueTrades(world.sql, 100)])
    expect([reply.code, count <= 1]).toEqual(['quote_expired', true])
    expect(await statusOf(busy, left)).toBe('expired')
    expect(await brokenRules(world.sql)).toEqual([])
  })
})

describe('the instant after the lock decides', () => {
  test.each([
    ['account', 59_900, 200],
    ['account', 60_000, 200],
    ['account', 60_001, 'quote_expired'],
    ['trade', 60_000, 200],
    ['trade', 60_100, 'quote_expired'],
  ])('the %s is locked until the quote is %i ms old: %s', async (row, ageMs, expected) => {
    const agent = await world.account()
    const id = await agent.pending()
    // The touch of the confirmation must not be old, however old the quote is.
    await world.moveTo(later(ageMs - 1_000))
    await world.quote()
    const letGo = row === 'account' ? await holdAccount(world.vendors.db, agent.account_id) : await holdTrade(id)
    const confirming = agent.confirm(id)
    await waiting()
    await world.moveTo(later(ageMs))
    await letGo()
    const reply = await confirming
    expect(reply.code ?? reply.status).toBe(expected)
  })

  test.each([
    ['the close', '2026-11-20T21:00:00Z', -1, 200],
    ['the close', '2026-11-20T21:00:00Z', 0, 'market_closed'],
    ['the close of a half-day', '2026-11-27T18:00:00Z', 0, 'market_closed'],
  ])('%s (%s) at %i ms: %s', async (_name, close, ms, expected) => {
    const bell = new Date(close)
    await world.moveTo(later(-4_000, bell))
    await world.quote()
    const agent = await world.account()
    const id = await agent.pending()
    const letGo = await holdAccount(world.vendors.db, agent.account_id)
    const confirming = agent.confirm(id)
    await waiting()
    await world.moveTo(later(ms, bell))
    await letGo()
    const reply = await confirming
    expect(reply.code ?? reply.status).toBe(expected)
    expect(await statusOf(agent, id)).toBe(expected === 200 ? 'executed' : 'rejected')
  })

  test('a quote that became stale while the account was locked leaves the trade pending', async () => {
    const agent = await world.account()
    const id = await agent.pending()
    await world.quote({ quotedAt: later(-80_000) })
    const letGo = await holdAccount(world.vendors.db, agent.account_id)
    const confirming = agent.confirm(id)
    await waiting()
    await world.moveTo(later(20_000))
    await letGo()
    expect((await confirming).code).toBe('stale_quote')
    expect(await statusOf(agent, id)).toBe('pending')
  })

  test('replicas with wrong clocks decide alike, because the time comes from Postgres', async () => {
    await world.sql`delete from latest_quotes`
    const skewed = async (ms: number) =>
      await world.replica({ deps: { clock: { now: () => later(ms, world.vendors.at) } } })
    const [fast, slow] = [await skewed(61_000), await skewed(-61_000)]
    const agent = await world.account()
    // A fresh replica, because another one may have cached a quote of a later moment of the test before.
    const ids: string[] = []
    for (let at = 0; at < 3; at++) ids.push((await agent.initiate(BUY, slow)).body.trade_id)
    expect((await agent.confirm(ids[0]!, fast)).status).toBe(200)
    expect((await agent.confirm(ids[1]!, slow)).status).toBe(200)
    await world.moveTo(later(60_001))
    expect((await agent.confirm(ids[2]!, slow)).code).toBe('quote_expired')
  })
})

describe('concurrent trades of one account', () => {
  test('cash for one of twenty buys fills exactly one', async () => {
    const agent = await world.account({ balance: 1_000 })
    const ids = await Promise.all(Array.from({ length: 20 }, () => agent.pending()))
    const answers = await Promise.all(ids.map((id, at) => agent.confirm(id, replicaOf(at))))
    expect(outcomes(answers)).toEqual(['1 200', '19 insufficient_funds'])
    expect(await agent.cash()).toBe(399.99)
  })
  test('twenty sales of one lot fill exactly one', async () => {
    const agent = await world.account({ balance: 1_000 })
    await agent.bought()
    const ids = await Promise.all(Array.from({ length: 20 }, () => agent.pending(SELL)))
    const answers = await Promise.all(ids.map((id, at) => agent.confirm(id, replicaOf(at))))
    expect(outcomes(answers)).toEqual(['1 200', '19 insufficient_position'])
    expect(await brokenRules(world.sql)).toEqual([])
  })
  test('the number of pending trades is bounded across replicas, and an expired trade makes room', async () => {
    const agent = await world.account({ limits: { max_pending_trades: 5 } })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => agent.initiate(BUY, replicaOf(at))))
    expect(outcomes(answers)).toEqual(['15 limit_exceeded', '5 201'])
    await world.moveTo(later(60_001, NOW))
    await world.quote()
    expect((await agent.initiate()).status).toBe(201)
  })
})
