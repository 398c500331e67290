import { expect, test } from 'vitest'
import { saveMemberBars } from '../../shared/postgres/market/members.ts'
import { insertAction } from '../../shared/postgres/trading/corporate-actions.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { brokenRules } from './ledger-world.ts'
import { call, touchOf } from './option-world.ts'
import { BUY, later, SELL, tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const CALL = { contract: call(710), side: 'buy' } as const

const available = (reply: { code: string | undefined; body: { details?: { max_quantity: number } } }) => [
  reply.code,
  reply.body.details?.max_quantity,
]

test('an account can take the displayed size once, however it slices its orders', async () => {
  const agent = await world.account({ balance: 10_000_000 })
  const first = await agent.pending({ ...BUY, quantity: 300 })
  expect(available(await agent.initiate({ ...BUY, quantity: 201 }))).toEqual(['size_exceeds_liquidity', 200])
  await agent.bought({ ...BUY, quantity: 200 })
  expect(available(await agent.initiate())).toEqual(['size_exceeds_liquidity', 0])
  // The other side has its own size, and so has another account.
  await agent.bought({ ...SELL, quantity: 200 })
  await (await world.account()).pending()
  await agent.cancel(first)
  expect(available(await agent.initiate({ ...BUY, quantity: 301 }))).toEqual(['size_exceeds_liquidity', 300])
  await agent.pending({ ...BUY, quantity: 300 })
})

test('a fill takes its size for five minutes from the fill, and an expired quote takes none', async () => {
  const agent = await world.account({ balance: 10_000_000 })
  const [held, left] = [await agent.pending({ ...BUY, quantity: 400 }), await agent.pending({ ...BUY, quantity: 100 })]
  await world.moveTo(later(59_000))
  await world.quote()
  expect((await agent.confirm(held)).status).toBe(200)
  await world.moveTo(later(60_001))
  await world.quote()
  expect((await agent.confirm(left)).code).toBe('quote_expired')
  expect(available(await agent.initiate({ ...BUY, quantity: 101 }))).toEqual(['size_exceeds_liquidity', 100])
  await world.moveTo(later(358_999))
  await world.quote()
  expect(available(await agent.initiate({ ...BUY, quantity: 500 }))).toEqual(['size_exceeds_liquidity', 100])
  await world.moveTo(later(359_000))
  await world.quote()
  await agent.pending({ ...BUY, quantity: 500 })
  expect(await brokenRules(world.sql)).toEqual([])
})

test('of more orders than are looked at, the newest count', async () => {
  const agent = await world.account({ balance: 10_000_000 })
  const old = await agent.pending(BUY)
  await agent.cancel(old)
  await world.sql`
    insert into trades overriding user value
    select o.* from trades as t cross join generate_series(1, 3000) as n cross join lateral
      jsonb_populate_record(null::trades, to_jsonb(t) || jsonb_build_object(
        'id', md5(t.id::text || n)::uuid, 'created_at', t.created_at - interval '5 minutes')) as o
    where t.id = ${old}`
  await agent.bought({ ...BUY, quantity: 200 })
  expect(available(await agent.initiate({ ...BUY, quantity: 301 }))).toEqual(['size_exceeds_liquidity', 300])
})

test('a confirmation whose displayed size is gone is refused, leaves the trade pending and its key unused', async () => {
  const agent = await world.account({ balance: 10_000_000 })
  const id = await agent.pending({ ...BUY, quantity: 300 })
  await world.quote({ askSize: 200 })
  expect(available(await agent.confirm(id, world.one, 'gone'))).toEqual(['size_exceeds_liquidity', 200])
  await world.quote({ askSize: 300 })
  expect((await agent.confirm(id, world.two, 'gone')).body).toMatchObject({ status: 'executed', quantity: 300 })
})

test('concurrent orders cannot take the same size together', async () => {
  const agent = await world.account({ balance: 10_000_000 })
  const reply = await Promise.all(
    Array.from({ length: 10 }, (_, at) => agent.initiate({ ...BUY, quantity: 200 }, at % 2 ? world.one : world.two)),
  )
  expect(reply.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(reply.filter(({ status }) => status !== 201).map(available)).toEqual(
    Array.from({ length: 8 }, () => ['size_exceeds_liquidity', 100]),
  )
})

test('a package and a single order share the displayed size of a contract', async () => {
  const agent = await world.account({ balance: 10_000_000 })
  const { ask_size: size } = await touchOf(agent, CALL.contract)
  const legs = [
    { contract: CALL.contract, side: 'buy', ratio: 1 },
    { contract: call(725), side: 'sell', ratio: 1 },
  ]
  await agent.bought({ legs, quantity: 2 })
  expect(available(await agent.initiate({ ...CALL, quantity: size }))).toEqual(['size_exceeds_liquidity', size - 2])
  await agent.pending({ ...CALL, quantity: size - 3 })
  expect(available(await agent.initiate({ legs, quantity: 2 }))).toEqual(['size_exceeds_liquidity', 1])
})

test('a day allows 1 % of the average volume, and slices pay the impact of the whole order', async () => {
  await world.quote({ askSize: 100 })
  for (let day = 9; day <= 13; day++)
    await world.sql`
      insert into quotes (symbol, quoted_at, known_at, price, volume, source, origin)
      values ('SPY', ${`2026-11-${String(day).padStart(2, '0')}T21:00:00Z`}, now(), 600, 100000, 'cboe', 'scheduled')`
  const whole = (await (await world.account({ balance: 10_000_000 })).initiate({ ...BUY, quantity: 900 })).body
  const agent = await world.account({ balance: 10_000_000 })
  let paid = 0
  for (let at = 0; at < 3; at++) paid += (await agent.bought({ ...BUY, quantity: 300 })).body.notional
  // Each slice is rounded against the trader by 1e-4 dollars per share.
  expect(paid).toBeGreaterThanOrEqual(whole.notional - 0.09)
  expect(paid).toBeLessThan(whole.notional + 0.09)
  expect(available(await agent.initiate({ ...BUY, quantity: 101 }))).toEqual(['size_exceeds_liquidity', 100])
  await world.moveTo(later(301_000))
  await world.quote({ askSize: 50 })
  expect(available(await agent.initiate({ ...BUY, quantity: 101 }))).toEqual(['size_exceeds_liquidity', 100])
  await world.sql`delete from quotes`
})

test('a name without stored quotes has the volume of its daily bars, in the revision known then', async () => {
  const agent = await world.account({ balance: 10_000_000 })
  const aapl = { symbol: 'AAPL', side: 'buy', quantity: 901 } as const
  await world.quote({ symbol: 'AAPL', price: 100, bid: 99.99, ask: 100.01, askSize: 100 })
  expect((await agent.initiate(aapl)).body.details).toMatchObject({ max_quantity: 100, average_daily_volume: null })
  const bar = (day: number, volume: number, knownAt: string) => ({
    symbol: 'AAPL',
    day: tradingDay(`2026-11-${String(day).padStart(2, '0')}`),
    close: 100 + volume / 1e6,
    range: { open: 100, high: 101, low: 99, volume },
    knownAt: new Date(knownAt),
    origin: 'scheduled' as const,
  })
  const known = [9, 10, 11, 12, 13].map((day) => bar(day, 90_000, '2026-11-13T22:15:00Z'))
  await saveMemberBars(world.sql, known, 'breadth')
  // The day of the order and what was not known by then do not count.
  await saveMemberBars(
    world.sql,
    [bar(20, 9e6, '2026-11-20T14:00:00Z'), bar(13, 9e6, '2026-11-20T22:00:00Z')],
    'breadth',
  )
  const refused = await agent.initiate(aapl)
  expect(refused.body.details).toMatchObject({ max_quantity: 900, average_daily_volume: 90_000 })
  expect((await agent.initiate({ ...aapl, quantity: 900 })).status).toBe(201)
})

test('on the ex-date of a split the average volume is in new shares, before and after the vendor restates its bars', async () => {
  const agent = await world.account({ balance: 10_000_000 })
  const order = { symbol: 'AAPL', side: 'buy', quantity: 4_000 } as const
  await world.quote({ symbol: 'AAPL', price: 25, bid: 24.99, ask: 25.01, askSize: 100 })
  const bars = (close: number, volume: number, knownAt: string) =>
    ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'].map((day) => ({
      symbol: 'AAPL',
      day: tradingDay(day),
      close,
      range: { open: close, high: close, low: close, volume },
      knownAt: new Date(knownAt),
      origin: 'scheduled' as const,
    }))
  await saveMemberBars(world.sql, bars(100, 90_000, '2026-11-20T13:00:00Z'), 'breadth')
  // A session without a bar has the volume of its quotes, in the shares of its day.
  await world.sql`
    insert into quotes (symbol, quoted_at, known_at, price, volume, source, origin)
    values ('AAPL', '2026-11-16T21:00:00Z', now(), 100, 90000, 'cboe', 'scheduled')`
  const refused = async () => (await agent.initiate(order)).body.details
  expect(await refused()).toMatchObject({ max_quantity: 900, average_daily_volume: 90_000 })
  const split = { kind: 'split', symbol: 'AAPL', exDate: tradingDay('2026-11-20'), source: 'operator' } as const
  await insertAction(world.sql, { ...split, newShares: 4, oldShares: 1 })
  expect(await refused()).toMatchObject({ max_quantity: 3_600, average_daily_volume: 360_000 })
  await saveMemberBars(world.sql, bars(25, 360_000, '2026-11-20T14:00:00Z'), 'breadth')
  expect(await refused()).toMatchObject({ max_quantity: 3_600, average_daily_volume: 360_000 })
})
