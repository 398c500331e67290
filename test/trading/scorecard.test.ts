import { expect, test } from 'vitest'
import { type AccountSnapshot, saveAccountSnapshots } from '../../shared/postgres/trading/account-snapshots.ts'
import { spyAt } from '../../shared/postgres/trading/spy-at.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { NOW } from '../api/support/seed.ts'
import { ACCOUNTS, ask } from './replicas.ts'
import { type Agent, BUY, later, SELL, tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const SCORECARD = '/api/v1/trading/scorecard'

const scorecard = async (agent: Agent) => (await agent.ask({ url: SCORECARD })).body

/** Daily rows of the 120 days before the test's instant; SPY rises by a dollar a day. */
const seedDays = () => world.sql`
  insert into signals_daily (trade_date, state, as_of, rules_version, regime, regime_reason, live_points, points, origin,
    spy_close)
  select d.day::date, 'final', d.day + interval '1 day', 'test', 'RISK-ON', 'test', 0, '{}', 'scheduled',
    500 + (120 - d.ago)
  from (select '2026-11-20'::timestamptz - make_interval(days => ago) as day, ago from generate_series(1, 120) as ago) as d
  on conflict do nothing`

test('three prices of the same trades differ by the spread that the fills paid', async () => {
  const agent = await world.account()
  await world.quote({ bid: 599, ask: 601 })
  await agent.bought({ ...BUY, quantity: 10 })
  const id = await agent.pending({ ...SELL, quantity: 10 })
  expect((await agent.confirm(id)).status).toBe(200)
  const { equity } = await scorecard(agent)
  // Ten shares were bought at 601 and sold at 599; at the middle both are 600.
  expect(equity).toMatchObject({ fills: 2, impact_paid: 0, spread_paid: 20, reason: null })
  expect(equity.as_filled).toBe(await agent.cash())
  expect(equity.at_mid).toBeCloseTo(100_000 - equity.fees_paid, 4)
  expect(equity.at_touch).toBe(equity.as_filled)
})

test('closed trades stand by the regime at their entry and against luck; few of them get no words', async () => {
  await seedDays()
  const agent = await world.account()
  await world.quote({ bid: 599.99, ask: 600.01 })
  await agent.bought({ ...BUY, quantity: 10 })
  await world.moveTo(later(60_000))
  await world.quote({ price: 610, bid: 609.99, ask: 610.01 })
  const id = await agent.pending({ ...SELL, quantity: 4 })
  await agent.confirm(id)
  const found = await scorecard(agent)
  expect(found).toMatchObject({
    closed_trades: 1,
    // Four shares were bought at 600.01 and sold at 609.99; fees take cents.
    regimes: [
      { regime: 'RISK-ON', trades: 1, wins: 1, gain: expect.closeTo(39.9, 1), average: expect.closeTo(39.9, 1) },
    ],
    luck: { accounts: 1_000, trades: 1, left_out: 0, rank_percent: 100, reason: null },
    words: [],
    words_reason: 'only 1 closed trade: a judgement in words needs 30',
  })
  // The best day of SPY gained less than 1 of 501 dollars, of the 2,400 that were put in.
  expect(found.luck.own).toBeGreaterThan(39)
  expect(found.luck.ceiling).toBeGreaterThan(0)
  expect(found.luck.ceiling).toBeLessThan(5)
})

test('thirty closed trades get words', async () => {
  await seedDays()
  const agent = await world.account({ balance: 1_000_000 })
  await world.quote({ bid: 599.99, ask: 600.01 })
  await agent.bought({ ...BUY, quantity: 30 })
  for (let sale = 0; sale < 30; sale++) await agent.confirm(await agent.pending(SELL))
  const { closed_trades, words, words_reason } = await scorecard(agent)
  expect({ closed_trades, words_reason }).toEqual({ closed_trades: 30, words_reason: null })
  expect(words[0]).toMatch(/random accounts did: bad luck alone explains that in fewer than one of twenty\.$/)
  expect(words.at(-1)).toMatch(/^Spread and impact cost 0\.60 dollars in 31 fills\.$/)
})

test('the return of SPY begins with its mark at the opening, also after a reset and once quotes are pruned', async () => {
  await world.quote({ bid: 499.99, ask: 500.01 })
  const agent = await world.account()
  const opened = async () => (await agent.ask({ url: '/api/v1/trading/equity-curve' })).body.opening_spy
  await world.sql`
    insert into quotes (symbol, quoted_at, known_at, price, source, origin)
    values ('SPY', ${later(-900_000)}, ${later(-900_000)}, 400, 'test', 'scheduled')`
  expect(await opened()).toBe(500)
  await world.sql`delete from quotes`
  expect(await opened()).toBe(500)
  await world.quote({ bid: 509.99, ask: 510.01 })
  const url = `${ACCOUNTS}/${agent.account_id}/reset`
  expect((await ask(world.one, { method: 'POST', url, body: {} })).statusCode).toBe(200)
  expect(await opened()).toBe(510)
  expect((await agent.ask({ url: '/api/v1/trading/equity-curve?epoch=1' })).body.opening_spy).toBe(500)
  // Outside a session the newest close is what an epoch begins with.
  await world.moveTo(later(86_400_000))
  await world.quote({ bid: 519.99, ask: 520.01 })
  expect((await ask(world.one, { method: 'POST', url, body: {} })).statusCode).toBe(200)
  expect(await opened()).not.toBe(520)
})

test('the own return and that of SPY begin with the opening, and not with the first hourly snapshot', async () => {
  // An account that was opened without a mark of SPY begins with the newest price of a cycle.
  await world.quote({ bid: null, ask: null })
  const agent = await world.account()
  for (const [minutes, price] of [
    [-30, 400],
    [-1, 500],
    [20, 900],
  ] as const)
    await world.sql`
      insert into quotes (symbol, quoted_at, known_at, price, source, origin)
      values ('SPY', ${later(60_000 * minutes)}, ${later(60_000 * minutes)}, ${price}, 'test', 'scheduled')`
  const snapshot: AccountSnapshot = {
    accountId: Number(agent.account_id),
    epoch: 1,
    slot: '2026-11-20T11:00',
    kind: 'hourly',
    at: later(3_600_000),
    takenAt: later(3_600_000),
    entries: 1,
    cashE4: 980_000_000,
    positions: 0,
    unmarked: 0,
    positionsE4: 0,
    equityE4: 980_000_000,
    marks: [],
    spyE4: 5_100_000,
  }
  await saveAccountSnapshots(world.sql, [snapshot])
  // The same work done again changes nothing.
  await saveAccountSnapshots(world.sql, [{ ...snapshot, cashE4: 1, equityE4: 1, spyE4: 1 }])
  expect((await scorecard(agent)).beta_removed).toMatchObject({ own_percent: -2, spy_percent: 2, days: 0 })
  const { body } = await agent.ask({ url: '/api/v1/trading/statistics' })
  expect(body.benchmark).toMatchObject({ from: body.opened_at, own_percent: -2, percent: 2 })
  // From the curve alone a reader computes the same return of SPY.
  const { body: curve } = await agent.ask({ url: '/api/v1/trading/equity-curve' })
  expect(curve).toMatchObject({ opened_at: body.opened_at, opening_spy: 500, points: [{ spy: 510 }] })
  // Quotes are pruned after 400 days, and then the close before the opening is used.
  await world.sql`delete from quotes`
  await world.sql`delete from signals_daily`
  await seedDays()
  expect((await scorecard(agent)).beta_removed).toMatchObject({
    own_percent: -2,
    spy_percent: expect.closeTo(-17.61, 2),
  })
})

test('an account without trades has no ceiling, with a reason', async () => {
  const agent = await world.account()
  expect(await scorecard(agent)).toMatchObject({
    closed_trades: 0,
    luck: { ceiling: null, reason: 'no trade in a stock has been closed' },
    beta_removed: { beta: null, reason: 'the account and SPY share fewer than two values' },
    equity: { as_filled: 100_000, at_touch: 100_000, at_mid: 100_000, fills: 0 },
  })
})

test('the price of SPY at an instant is the newest of a week, from a quote or from a close', async () => {
  await world.sql`delete from quotes`
  await world.sql`delete from signals_daily`
  const close = (day: string, price: number | null) => world.sql`
    insert into signals_daily (trade_date, state, as_of, rules_version, regime, regime_reason, live_points, points,
      origin, spy_close)
    values (${day}::text::date, 'final', ${`${day}T22:00:00Z`}, 'test', 'RISK-ON', 'test', 0, '{}', 'scheduled', ${price})`
  const quote = (symbol: string, at: Date, price: number) => world.sql`
    insert into quotes (symbol, quoted_at, known_at, price, source, origin)
    values (${symbol}, ${at}, ${at}, ${price}, 'test', 'scheduled')`
  const weekAgo = later(-7 * 86_400_000)
  const price = async (at = NOW) => (await spyAt(world.sql, at)) ?? null
  await quote('SPY', weekAgo, 510)
  await quote('SPY', later(1), 511)
  await quote('QQQ', NOW, 512)
  await close('2026-11-13', 513)
  await close('2026-11-20', 514)
  expect(await price()).toBeNull()
  await quote('SPY', later(1, weekAgo), 515)
  expect(await price()).toBe(5_150_000)
  await close('2026-11-14', 516)
  await close('2026-11-18', 517)
  await close('2026-11-19', null)
  expect(await price()).toBe(5_170_000)
  const bell = instantAt(tradingDay('2026-11-20'), '16:00')
  expect([await price(later(-1, bell)), await price(bell)]).toEqual([5_110_000, 5_140_000])
  await close('2025-11-28', 519)
  const halfDay = instantAt(tradingDay('2025-11-28'), '13:00')
  expect([await price(later(-1, halfDay)), await price(halfDay)]).toEqual([null, 5_190_000])
  await quote('SPY', NOW, 518.12346)
  expect(await price()).toBe(5_181_235)
})
