import { expect, test } from 'vitest'
import { saveLatestQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import { ACCOUNTS, ask } from './replicas.ts'
import { BUY, later, TRADES, TRADING, tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const FRIDAY_CLOSE = new Date('2026-11-20T21:00:00Z')
const MONDAY_OPEN = new Date('2026-11-23T14:30:00Z')

test('an order after the open is refused on a delayed feed’s quote of the last close', async () => {
  const app = await world.replica({ deps: { allowDelayedTrading: true } })
  const agent = await world.account()
  for (const seconds of [30, 600]) {
    await world.moveTo(later(seconds * 1_000, MONDAY_OPEN))
    await world.quote({ source: 'cboe', delaySeconds: 900, quotedAt: FRIDAY_CLOSE })
    expect((await agent.initiate(BUY, app)).code).toBe('stale_quote')
  }
  await world.moveTo(later(960_000, MONDAY_OPEN))
  await world.quote({ source: 'cboe', delaySeconds: 900, quotedAt: later(60_000, MONDAY_OPEN) })
  const { body, status } = await agent.initiate(BUY, app)
  expect(status).toBe(201)
  expect((await agent.confirm(body.trade_id, app)).status).toBe(202)
})

test('a confirmation is refused and the trade stays pending when the newest quote is older than its own', async () => {
  const app = await world.replica({ deps: { allowDelayedTrading: true } })
  const agent = await world.account()
  const id = await agent.pending()
  await world.moveTo(later(10_000))
  for (const older of [
    { quotedAt: later(-1) },
    { quotedAt: later(-900_000), source: 'cboe', delaySeconds: 900 },
  ] as const) {
    await world.quote(older)
    expect((await agent.confirm(id, app)).code).toBe('stale_quote')
  }
  expect((await agent.ask({ url: `${TRADES}/${id}` })).body.status).toBe('pending')
  await world.quote()
  expect((await agent.confirm(id, app)).status).toBe(200)
})

test('a newer stored quote is served instead of an older answer, with a reason if its vendor is silent', async () => {
  const app = await world.replica({ providers: 'cboe', deps: { allowDelayedTrading: true } })
  const agent = await world.account()
  await world.moveTo(later(10_000))
  const silent = (await agent.ask({ url: `${TRADING}/quote/SPY` }, app)).body
  expect(silent).toMatchObject({
    price: 600,
    source: 'schwab',
    delayed: false,
    reason: expect.stringContaining('schwab'),
  })
  expect((await agent.initiate(BUY, app)).code).toBe('unavailable')

  const ahead = {
    symbol: 'SPY',
    price: 601,
    bid: 601,
    ask: 601.02,
    bidSize: 9,
    askSize: 9,
    volume: null,
    previousClose: null,
    quotedAt: later(11_000),
    source: 'schwab' as const,
    delaySeconds: 0,
  }
  await saveLatestQuotes(world.sql, [ahead], later(5_000))
  const same = (await agent.ask({ url: `${TRADING}/quote/SPY` }, await world.replica())).body
  expect(same).toMatchObject({ price: 601, source: 'schwab', reason: null })
})

test('limits of size and loss are not judged by a stale mark', async () => {
  const agent = await world.account({ limits: { max_position_pct: 50 } })
  await agent.bought()
  await world.moveTo(later(120_000))
  await world.quote({ quotedAt: later(0) })
  await world.quote({ symbol: 'AAPL' })
  const reply = await agent.initiate({ ...BUY, symbol: 'AAPL' })
  expect([reply.code, reply.body.details]).toEqual(['equity_unknown', { unmarked: ['SPY'] }])
  await ask(world.one, {
    method: 'PATCH',
    url: `${ACCOUNTS}/${agent.account_id}`,
    body: { limits: { max_position_pct: 100 } },
  })
  expect((await agent.initiate({ ...BUY, symbol: 'AAPL' })).status).toBe(201)
})

test('a repeated order is answered without reading the market', async () => {
  const app = await world.replica({ metered: true })
  const agent = await world.account()
  await world.sql`delete from latest_quotes`
  const spent = () =>
    world.sql`select b.vendor, b.tokens, b.refilled_at from vendor_budgets as b order by b.vendor limit 10`
  const named = { ...BUY, client_order_id: 'mine' }
  const keyed = () => agent.ask({ method: 'POST', url: TRADES, body: BUY, key: 'mine' }, app)
  const begun = await spent()
  const first = [await agent.initiate(named, app), await keyed()]
  expect(first.map(({ status }) => status)).toEqual([201, 201])
  const asked = await spent()
  expect(asked).not.toEqual(begun)
  await world.moveTo(later(30_000))
  const fresh = await world.replica({ metered: true })
  const again = await agent.initiate(named, fresh)
  expect([again.status, again.body.trade_id]).toEqual([200, first[0]!.body.trade_id])
  expect((await agent.ask({ method: 'POST', url: TRADES, body: BUY, key: 'mine' }, fresh)).text).toBe(first[1]!.text)
  expect(await spent()).toEqual(asked)
  await agent.initiate(BUY, fresh)
  expect(await spent()).not.toEqual(asked)
})
