import { describe, expect, test } from 'vitest'
import { sequenceAll } from '../../harness/log-events.ts'
import { brokenRules } from './ledger-world.ts'
import { ACCOUNTS, ask } from './replicas.ts'
import { BUY, later, SELL, TRADES, TRADING, tradeWorld } from './trade-world.ts'

const world = tradeWorld()

describe('stocks', () => {
  test('a buy is quoted at the ask for a minute and filled at the ask of its confirmation', async () => {
    const agent = await world.account()
    const { status, body } = await agent.initiate({ ...BUY, quantity: 10, client_order_id: 'first' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'pending',
      class: 'stock',
      symbol: 'SPY',
      side: 'buy',
      quantity: 10,
      price: 600.01,
      fees: 0,
      notional: 6_000.1,
      total: -6_000.1,
      bid: 599.99,
      ask: 600.01,
      quote_age_seconds: 0,
      delayed: false,
      tolerance: 0.3,
      cash_before: 100_000,
      cash_after: 93_999.9,
      expires_in_ms: 60_000,
      held_against: [],
      server_time: '2026-11-20T10:31:00-05:00',
      expires_at: '2026-11-20T10:32:00-05:00',
      reason: null,
      client_order_id: 'first',
      quoted_price: 600.01,
      worst_price: 600.31,
      fill_price: null,
      drift_bps: null,
      executed_price: null,
      balance: null,
      source: 'schwab',
    })
    expect(await agent.cash()).toBe(100_000)
    const pending = await agent.ask({ url: `${TRADES}/pending` }, world.two)
    expect(pending.body.trades).toEqual([body])

    await world.moveTo(later(5_000))
    await world.quote({ bid: 600.19, ask: 600.21 })
    const confirmed = await agent.confirm(body.trade_id, world.two)
    expect(confirmed.status, confirmed.text).toBe(200)
    expect(confirmed.body).toMatchObject({
      trade_id: body.trade_id,
      status: 'executed',
      price: 600.21,
      quoted_price: 600.01,
      fill_price: 600.21,
      executed_price: 600.21,
      live_price: 600.21,
      drift_bps: 3.33,
      notional: 6_002.1,
      total: -6_002.1,
      cash_before: 100_000,
      cash_after: 93_997.9,
      quoted: { price: 600.01, notional: 6_000.1, total: -6_000.1, cash_after: 93_999.9 },
      balance: 93_997.9,
      ended_at: '2026-11-20T10:31:05-05:00',
      expires_in_ms: null,
    })
    expect(confirmed.body.legs).toMatchObject([
      {
        price: 600.01,
        fill_price: 600.21,
        fill_bid: 600.19,
        fill_ask: 600.21,
        fill_quote_time: '2026-11-20T10:31:05-05:00',
        fill_quote_age_seconds: 0,
        fill_source: 'schwab',
      },
    ])
    expect(await agent.cash()).toBe(93_997.9)
    expect((await agent.ask({ url: `${TRADES}/pending` })).body.trades).toEqual([])
    const { trades, total } = (await agent.ask({ url: `${TRADING}/history` })).body
    expect([total, trades]).toEqual([1, [confirmed.body]])
    const ledger = (await agent.ask({ url: `${TRADING}/ledger` })).body
    expect(ledger.entries.at(-1)).toMatchObject({ kind: 'trade', trade_id: body.trade_id, change: -6_002.1 })
  })

  test('a sale is filled at the bid, and more than the position is refused', async () => {
    const agent = await world.account({ balance: 2_000 })
    await agent.bought({ ...BUY, quantity: 3 })
    expect(await agent.initiate({ ...SELL, quantity: 4 })).toMatchObject({
      status: 422,
      code: 'insufficient_position',
      body: { details: { held: 3, instrument: 'SPY' } },
    })
    const sold = await agent.bought({ ...SELL, quantity: 3 })
    expect(sold.body).toMatchObject({ price: 599.99, total: 1_799.97, balance: 1_999.94 })
  })

  test('shares beyond the displayed size pay an impact, and are refused while the average volume is unknown', async () => {
    await world.quote({ askSize: 100 })
    const agent = await world.account({ balance: 10_000_000 })
    const refused = await agent.initiate({ ...BUY, quantity: 101 })
    expect(refused).toMatchObject({ code: 'size_exceeds_liquidity' })
    expect(refused.body.details).toMatchObject({ max_quantity: 100, average_daily_volume: null })
    expect(refused.body.details.reason).toContain('not known')
    for (let day = 9; day <= 13; day++)
      await world.sql`
        insert into quotes (symbol, quoted_at, known_at, price, volume, source, origin)
        values ('SPY', ${`2026-11-${String(day).padStart(2, '0')}T21:00:00Z`}, now(), 600, 100000, 'cboe', 'scheduled')`
    const quoted = await agent.initiate({ ...BUY, quantity: 1_000 })
    expect(quoted.status, quoted.text).toBe(201)
    expect(quoted.body.price).toBeGreaterThan(600.01)
    expect(quoted.body).toMatchObject({ ask: 600.01, notional: quoted.body.price * 1_000 })
    await agent.cancel(quoted.body.trade_id)
    const most = await agent.initiate({ ...BUY, quantity: 1_001 })
    expect(most.body.details).toEqual({ instrument: 'SPY', max_quantity: 1_000, average_daily_volume: 100_000 })
    await world.sql`delete from quotes`
  })
})

describe('options', () => {
  const parts = { symbol: 'SPY', expiration: '2026-12-18', type: 'call' }

  test('a contract by its parts or by its name is the same order of 100 shares each', async () => {
    const agent = await world.account()
    const chain = (await agent.ask({ url: `${TRADING}/options/chain/SPY?expiration=2026-12-18&strike_count=5` })).body
    const { strike } = chain.contracts[4]
    const { body, status, text } = await agent.initiate({ ...parts, strike, side: 'buy', quantity: 2 })
    expect(status, text).toBe(201)
    const { instrument } = body.legs[0]
    expect(body).toMatchObject({ class: 'option', symbol: 'SPY', price: body.ask })
    expect(body.legs[0]).toMatchObject({ quantity: 2, multiplier: 100, strike, type: 'call', expiration: '2026-12-18' })
    expect(body.notional).toBeCloseTo(body.price * 200, 4)
    const named = await agent.initiate({ contract: instrument.replace('SPY', 'SPY   '), side: 'buy', quantity: 2 })
    expect(named.body).toMatchObject({ price: body.price, legs: body.legs })
    expect((await agent.confirm(body.trade_id)).body).toMatchObject({ status: 'executed' })
    const sold = await agent.bought({ contract: instrument, side: 'sell', quantity: 2 })
    expect(sold.body).toMatchObject({ price: sold.body.bid })
    expect(await brokenRules(world.sql)).toEqual([])
  })
})

test('a cancelled or expired trade stays so, in the history and by itself', async () => {
  const agent = await world.account()
  const [cancelled, expired, pending] = [await agent.pending(), await agent.pending(), await agent.pending()]
  expect((await agent.cancel(cancelled!)).body).toMatchObject({ status: 'cancelled', reason: 'cancelled_by_agent' })
  expect(await agent.cancel(cancelled!, world.two)).toMatchObject({ status: 409, code: 'trade_cancelled' })
  expect(await agent.confirm(cancelled!)).toMatchObject({ status: 409, code: 'trade_cancelled' })
  await world.moveTo(later(60_001))
  await world.quote()
  const fresh = await agent.pending()
  const read = await agent.ask({ url: `${TRADES}/${expired}` })
  expect(read.body).toMatchObject({ status: 'expired', reason: 'quote_expired', ended_at: read.body.expires_at })
  expect(await agent.confirm(expired!)).toMatchObject({ status: 409, code: 'quote_expired' })
  expect(await agent.cancel(pending!)).toMatchObject({ status: 409, code: 'quote_expired' })
  const { trades, total } = (await agent.ask({ url: `${TRADING}/history?limit=2&offset=1` })).body
  expect([total, trades.map((each: { trade_id: string }) => each.trade_id)]).toEqual([3, [expired, cancelled]])
  const open = (await agent.ask({ url: `${TRADES}/pending` })).body.trades
  expect(open.map((each: { trade_id: string }) => each.trade_id)).toEqual([fresh])
  expect(await agent.cash()).toBe(100_000)
})

test('a trade that ends late stands in the history at the place of its order, below newer ones', async () => {
  const agent = await world.account()
  const late = await agent.pending()
  const newer = await agent.pending()
  const listed = async () => {
    const { trades } = (await agent.ask({ url: `${TRADING}/history` })).body
    return trades.map((each: { trade_id: string }) => each.trade_id)
  }
  await agent.cancel(newer)
  expect(await listed()).toEqual([newer])
  await agent.confirm(late)
  expect(await listed()).toEqual([newer, late])
  // The event log lists them in the order in which they happened.
  await sequenceAll(world.sql)
  const { events } = (await agent.ask({ url: `${TRADING}/events` })).body
  expect(events.at(-1)).toMatchObject({ kind: 'fill', data: { trade_id: late } })
})

test('an admin reads the history of an account and the newest trades of all accounts', async () => {
  const agent = await world.account()
  const { body } = await agent.bought()
  const history = await ask(world.one, { url: `${ACCOUNTS}/${agent.account_id}/history` })
  expect(history.json()).toEqual({
    trades: [{ ...body, server_time: history.json().trades[0].server_time }],
    total: 1,
    limit: 100,
    offset: 0,
    next_before: null,
  })
  const pending = await agent.pending()
  const recent = (await ask(world.two, { url: `${TRADING}/admin/trades/recent?limit=2` })).json().trades
  expect(recent).toMatchObject([
    { trade_id: pending, status: 'pending', account_id: agent.account_id },
    { trade_id: body.trade_id, status: 'executed' },
  ])
  expect((await ask(world.one, { url: `${ACCOUNTS}/999999999/history` })).statusCode).toBe(404)
  expect((await agent.ask({ url: `${TRADING}/history?limit=501` })).status).toBe(400)
})

test('a reset and a deletion cancel pending trades at their own instant, not at the end of the quote', async () => {
  const agent = await world.account()
  const cancelledAt = '2026-11-20T10:31:00-05:00'
  const id = await agent.pending()
  await ask(world.one, { method: 'POST', url: `${ACCOUNTS}/${agent.account_id}/reset` })
  expect(await agent.confirm(id)).toMatchObject({
    code: 'trade_cancelled',
    body: { details: { reason: 'account_reset' } },
  })
  const other = await agent.pending()
  await ask(world.one, { method: 'DELETE', url: `${ACCOUNTS}/${agent.account_id}` })
  const { trades } = (await ask(world.one, { url: `${ACCOUNTS}/${agent.account_id}/history` })).json()
  expect(trades).toMatchObject([
    { trade_id: other, status: 'cancelled', reason: 'account_deleted', epoch: 2, ended_at: cancelledAt },
    { trade_id: id, status: 'cancelled', reason: 'account_reset', epoch: 1, ended_at: cancelledAt },
  ])
})

test('a quote that ran out before a reset or a deletion has expired, and was not cancelled by it', async () => {
  const agent = await world.account()
  const id = await agent.pending()
  await world.moveTo(later(60_001))
  await world.quote()
  const living = await agent.pending()
  await ask(world.one, { method: 'POST', url: `${ACCOUNTS}/${agent.account_id}/reset` })
  const history = async () => (await ask(world.one, { url: `${ACCOUNTS}/${agent.account_id}/history` })).json().trades
  expect(await history()).toMatchObject([
    { trade_id: living, status: 'cancelled', reason: 'account_reset' },
    { trade_id: id, status: 'expired', reason: 'quote_expired' },
  ])
  const [, expired] = await history()
  expect(expired.ended_at).toBe(expired.expires_at)
})

test.each([{ payload: [] }, { payload: undefined }])(
  'a body that is no object ($payload) is refused with what to send',
  async ({ payload }) => {
    const agent = await world.account()
    const { status, body } = await agent.ask({ method: 'POST', url: '/api/v1/trading/trades', body: payload as never })
    expect([status, body.code, body.details]).toEqual([400, 'invalid_parameter', { fields: [] }])
    expect(body.message).toBe('the body must be an object with the members of this route and no others')
    expect(body.fix).toBe('Send a JSON object with the members of this route; they are in /openapi.json.')
  },
)
