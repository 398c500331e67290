import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../api/http/error-catalogue.ts'
import { TRADE_REFUSALS } from '../../api/trading/trade-refusals.ts'
import { COLLATERAL_CONFIRMING, collateralInitiating } from './collateral-refusals.ts'
import { ACCOUNTS, ask } from './replicas.ts'
import { type Agent, BUY, later, type Reply, SELL, TRADING, tradeWorld } from './trade-world.ts'

const world = tradeWorld()

const CLOSE = new Date('2026-11-20T21:00:00Z')
const aged = (ms: number) => ({ quotedAt: new Date(world.vendors.at.getTime() - ms) })
const patch = (agent: Agent, body: object) =>
  ask(world.one, { method: 'PATCH', url: `${ACCOUNTS}/${agent.account_id}`, body })

type Code = keyof typeof TRADE_REFUSALS | 'insufficient_funds' | 'insufficient_position' | 'unavailable'

/** Provokes each refusal of an order over HTTP, with its details. */
const INITIATING: Partial<Record<Code, (agent: Agent) => Promise<Reply>>> = {
  ...collateralInitiating(world),
  async market_closed(agent) {
    await world.moveTo(CLOSE)
    const reply = await agent.initiate()
    expect(reply.body.details).toEqual({ next_open: '2026-11-23T09:30:00-05:00' })
    return reply
  },
  async stale_quote(agent) {
    await world.quote(aged(90_001))
    const reply = await agent.initiate()
    expect(reply.body.details).toEqual({ instrument: 'SPY', age_seconds: 90 })
    return reply
  },
  async no_market(agent) {
    const sides = { zero_bid: [0, 600], no_ask: [600, 0], crossed: [601, 600], locked: [600, 600], no_market: [0, 0] }
    let reply: Reply | undefined
    for (const [quality, [bid, ask]] of Object.entries(sides)) {
      await world.quote({ bid: bid!, ask: ask! })
      reply = await agent.initiate()
      expect(reply, quality).toMatchObject({ code: 'no_market', body: { details: { quality } } })
    }
    return reply!
  },
  async delayed_feed(agent) {
    await world.quote({ source: 'cboe', delaySeconds: 900, ...aged(900_000) })
    const reply = await agent.initiate()
    expect(reply.body.details).toEqual({ instrument: 'SPY', delay_seconds: 900, source: 'cboe' })
    return reply
  },
  async equity_unknown(agent) {
    await patch(agent, { limits: { max_position_pct: 50 } })
    await agent.bought()
    await world.quote({ bid: null, ask: null })
    await world.quote({ symbol: 'AAPL' })
    const reply = await agent.initiate({ ...BUY, symbol: 'AAPL' })
    expect(reply.body.details).toEqual({ unmarked: ['SPY'] })
    return reply
  },
  async account_suspended(agent) {
    await patch(agent, { status: 'suspended' })
    return await agent.initiate()
  },
  async closing_only(agent) {
    await agent.bought()
    await patch(agent, { status: 'closing_only' })
    const reply = await agent.initiate()
    await agent.bought(SELL)
    return reply
  },
  async unknown_symbol(agent) {
    const reply = await agent.initiate({ ...BUY, symbol: 'NOPE' })
    expect(reply.text).not.toContain('NOPE')
    return reply
  },
  unknown_contract: async (agent) => {
    for (const contract of ['SPY261218C00600010', 'SPY261217C00600000', 'SPY261119C00600000'])
      expect((await agent.initiate({ contract, side: 'buy', quantity: 1 })).code).toBe('unknown_contract')
    return await agent.initiate({ contract: 'SPY250117C00600000', side: 'buy', quantity: 1 })
  },
  async not_tradable(agent) {
    expect((await agent.initiate({ contract: 'SPX261218C06000000', side: 'buy', quantity: 1 })).code).toBe(
      'not_tradable',
    )
    return await agent.initiate({ ...BUY, symbol: 'VIX' })
  },
  async size_exceeds_liquidity(agent) {
    const reply = await agent.initiate({ ...BUY, quantity: 501 })
    const reason = 'the average daily volume is not known, so only the displayed size can be traded'
    expect(reply.body.details).toMatchObject({ average_daily_volume: null, reason })
    return reply
  },
  async order_crosses_zero(agent) {
    await world.sql.begin(async (tx) => {
      await tx`
        insert into positions (account_id, epoch, instrument, quantity, cost_e4, may_be_short)
        values (${agent.account_id}, 1, 'SPY', -1, -6000000, true)`
    })
    const reply = await agent.initiate({ ...BUY, quantity: 2 })
    await world.sql`delete from positions where account_id = ${agent.account_id}`
    return reply
  },
  async limit_exceeded(agent) {
    await patch(agent, { limits: { max_order_notional: 600 } })
    const reply = await agent.initiate()
    expect(reply.body.details).toEqual({ limit: 'max_order_notional', value: 600, actual: 600.31, max_quantity: 0 })
    return reply
  },
  async client_order_id_reused(agent) {
    const order = { ...BUY, client_order_id: 'mine' }
    const first = await agent.initiate(order)
    const again = await agent.initiate({ client_order_id: 'mine', quantity: 1, side: 'buy', symbol: 'spy' }, world.two)
    expect([again.status, again.body]).toEqual([200, first.body])
    return await agent.initiate({ ...order, quantity: 2 })
  },
  async too_many_orders(agent) {
    await patch(agent, { limits: { orders_per_minute: 2 } })
    for (let at = 0; at < 2; at++) await agent.pending()
    await world.moveTo(later(59_000))
    await world.quote()
    const reply = await agent.initiate({ ...BUY, quantity: 2 })
    expect(reply.headers['retry-after']).toBe('10')
    await world.moveTo(later(60_000))
    await world.quote()
    await agent.pending()
    return reply
  },
  async insufficient_funds(agent) {
    await agent.bought({ ...BUY, quantity: 166 })
    return await agent.initiate()
  },
  insufficient_position: (agent) => agent.initiate(SELL),
  async unavailable(agent) {
    const app = await world.replica()
    for (const vendor of ['schwab', 'cboe'] as const) await world.vendors.fault(vendor, { mode: 'status', status: 500 })
    // The last good quote is young enough, but the silent feed cannot confirm it.
    await world.moveTo(later(5_000))
    const reply = await agent.initiate(BUY, app)
    expect(reply.body.details?.reason, reply.text).toContain('schwab')
    return reply
  },
}

/** How to provoke each refusal of a confirmation: those that end the trade, and those that leave it pending. */
const CONFIRMING: Partial<Record<Code, { ends: string | null; meet(agent: Agent): Promise<[string, Reply]> }>> = {
  ...COLLATERAL_CONFIRMING,
  price_moved: {
    ends: 'rejected',
    async meet(agent) {
      const id = await agent.pending()
      await world.quote({ bid: 600.3, ask: 600.32 })
      const reply = await agent.confirm(id)
      expect(reply.body.details).toMatchObject({ quoted_price: 600.01, worst_price: 600.31, live_price: 600.32 })
      return [id, reply]
    },
  },
  market_closed: {
    ends: 'rejected',
    async meet(agent) {
      await world.moveTo(later(-1_000, CLOSE))
      await world.quote()
      const id = await agent.pending()
      await world.moveTo(CLOSE)
      const reply = await agent.confirm(id)
      expect(reply.body.details.next_open).toBe('2026-11-23T09:30:00-05:00')
      return [id, reply]
    },
  },
  quote_expired: {
    ends: 'expired',
    async meet(agent) {
      const id = await agent.pending()
      await world.moveTo(later(60_001))
      return [id, await agent.confirm(id)]
    },
  },
  insufficient_funds: {
    ends: 'rejected',
    async meet(agent) {
      const id = await agent.pending({ ...BUY, quantity: 100 })
      await agent.bought({ ...BUY, quantity: 100 })
      return [id, await agent.confirm(id)]
    },
  },
  insufficient_position: {
    ends: 'rejected',
    async meet(agent) {
      await agent.bought()
      const id = await agent.pending(SELL)
      await agent.bought(SELL)
      return [id, await agent.confirm(id)]
    },
  },
  limit_exceeded: {
    ends: 'rejected',
    async meet(agent) {
      const id = await agent.pending()
      await patch(agent, { limits: { max_order_notional: 600 } })
      const reply = await agent.confirm(id)
      expect(reply.body.details).toMatchObject({
        limit: 'max_order_notional',
        value: 600,
        actual: 600.01,
        max_quantity: 0,
      })
      return [id, reply]
    },
  },
  already_claimed: {
    ends: 'executed',
    async meet(agent) {
      const id = await agent.pending()
      await agent.confirm(id)
      return [id, await agent.confirm(id, world.two)]
    },
  },
  trade_cancelled: {
    ends: 'cancelled',
    async meet(agent) {
      const id = await agent.pending()
      await agent.cancel(id)
      return [id, await agent.confirm(id)]
    },
  },
  stale_quote: {
    ends: null,
    async meet(agent) {
      const id = await agent.pending()
      await world.quote(aged(90_001))
      return [id, await agent.confirm(id)]
    },
  },
  no_market: {
    ends: null,
    async meet(agent) {
      const id = await agent.pending()
      await world.quote({ bid: 600.02, ask: 600.01 })
      return [id, await agent.confirm(id)]
    },
  },
  account_suspended: {
    ends: null,
    async meet(agent) {
      const id = await agent.pending()
      await patch(agent, { status: 'suspended' })
      const reply = await agent.confirm(id)
      await patch(agent, { status: 'active' })
      return [id, reply]
    },
  },
  closing_only: {
    ends: null,
    async meet(agent) {
      const id = await agent.pending()
      await patch(agent, { status: 'closing_only' })
      const reply = await agent.confirm(id)
      await patch(agent, { status: 'active' })
      return [id, reply]
    },
  },
  unavailable: {
    ends: null,
    async meet(agent) {
      const [id, app] = [await agent.pending(), await world.replica()]
      await world.sql`delete from latest_quotes`
      for (const vendor of ['schwab', 'cboe'] as const) await world.vendors.fault(vendor, { mode: 'stall' })
      const reply = await agent.confirm(id, app)
      expect(reply.body.details?.reason, reply.text).toContain('no live quote came within a second')
      await world.vendors.world.heal()
      return [id, reply]
    },
  },
}

test('every refusal of trades has a case below', () => {
  const provoked = new Set([...Object.keys(INITIATING), ...Object.keys(CONFIRMING)])
  const codes = [...Object.keys(TRADE_REFUSALS), 'insufficient_funds', 'insufficient_position', 'unavailable']
  expect([...provoked].sort()).toEqual(codes.sort())
})

describe('an order is refused', () => {
  test.each(Object.keys(INITIATING) as (ErrorCode & Code)[])('%s', async (code) => {
    const agent = await world.account()
    const before = await agent.ask({ url: `${TRADING}/trades/pending` })
    const reply = await INITIATING[code]!(agent)
    expect(reply.code, reply.text).toBe(code)
    if (code in TRADE_REFUSALS) expect(reply.status).toBe(TRADE_REFUSALS[code as keyof typeof TRADE_REFUSALS].status)
    expect(before.body.trades).toEqual([])
  })
})

describe('a confirmation is refused', () => {
  test.each(Object.keys(CONFIRMING) as (ErrorCode & Code)[])('%s', async (code) => {
    const agent = await world.account()
    const { ends, meet } = CONFIRMING[code]!
    const [id, reply] = await meet(agent)
    expect(reply.code, reply.text).toBe(code)
    expect((await agent.ask({ url: `${TRADING}/trades/${id}` })).body.status).toBe(ends ?? 'pending')
    if (ends !== null) return expect((await agent.confirm(id)).status).toBe(409)
    await world.quote()
    expect((await agent.confirm(id)).body).toMatchObject({ status: 'executed' })
  })
})
