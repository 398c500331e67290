import { expect, test } from 'vitest'
import { seeded } from '../seeded.ts'
import { LUCK_ACCOUNTS, luckOf, type StockTrip } from './luck.ts'

/** A year of closes that move by 1 % up or down. */
function walk(seed: number): number[] {
  const random = seeded(seed)
  const closes = [100]
  while (closes.length < 252) closes.push(closes.at(-1)! * (random() < 0.5 ? 0.99 : 1.01))
  return closes
}
const closes = new Map([
  ['SPY', walk(1)],
  ['XYZ', walk(2)],
])
const trip = (over: Partial<StockTrip> = {}): StockTrip => ({
  symbol: 'XYZ',
  exposure: 10_000,
  from: 0,
  sessions: 5,
  gain: 0,
  ...over,
})
const OPTIONS = { market: 'SPY', seed: 7 }

test('a gain beyond every random account ranks above all, a loss below all', () => {
  expect(luckOf([trip({ gain: 5_000 })], closes, OPTIONS)!.rank).toBe(1)
  expect(luckOf([trip({ gain: -5_000 })], closes, OPTIONS)!.rank).toBe(0)
})

test('a random account with the same trips passes the ceiling one time in twenty', () => {
  const path = closes.get('XYZ')!
  const random = seeded(99)
  let above = 0
  for (let account = 0; account < 400; account++) {
    const trips = Array.from({ length: 10 }, (_, at) => {
      const from = Math.floor(random() * (path.length - 5))
      return trip({ from: 5 * at, gain: 10_000 * (path[from + 5]! / path[from]! - 1) })
    })
    const { own, ceiling } = luckOf(trips, closes, { market: 'SPY', seed: account })!
    if (own > ceiling) above++
  }
  // 400 draws at 5 %: 20, and 3 standard errors are 13.
  expect(above).toBeGreaterThan(7)
  expect(above).toBeLessThan(33)
})

test('a random account of many stocks held at once passes the ceiling one time in twenty too, because they move together', () => {
  const random = seeded(98)
  const market = walk(4)
  const names = Array.from({ length: 30 }, (_, at) => `S${at}`)
  // Each stock is the market with noise of its own of a fifth of its size.
  const stocks = new Map(
    names.map((name, at) => [name, market.map((close, day) => close * walk(100 + at)[day]! ** 0.2)]),
  )
  let above = 0
  for (let account = 0; account < 400; account++) {
    const from = Math.floor(random() * (market.length - 5))
    const trips = names.map((symbol) => {
      const path = stocks.get(symbol)!
      return trip({ symbol, from: 9, gain: 10_000 * (path[from + 5]! / path[from]! - 1) })
    })
    const { own, ceiling } = luckOf(trips, stocks, { market: 'SPY', seed: account })!
    if (own > ceiling) above++
  }
  expect(above).toBeGreaterThan(7)
  expect(above).toBeLessThan(33)
})

test('a short position gains where the stock falls', () => {
  const falling = new Map([['XYZ', Array.from({ length: 252 }, (_, day) => 100 * 0.99 ** day)]])
  const found = luckOf([trip({ exposure: -10_000, sessions: 1 })], falling, OPTIONS)!
  expect(found.median).toBeCloseTo(100, 6)
  expect(found.ceiling).toBeCloseTo(100, 6)
})

test('a stock without closes is replaced by the market; without either there is no ceiling', () => {
  const [own, market] = [trip({ symbol: 'SPY' }), trip({ symbol: 'NEW' })].map((each) =>
    luckOf([each], closes, OPTIONS),
  )
  expect(market).toEqual(own)
  expect(luckOf([trip()], new Map(), OPTIONS)).toBeNull()
  expect(luckOf([trip({ sessions: 200 })], closes, OPTIONS)).toBeNull()
  expect(luckOf([], closes, OPTIONS)).toBeNull()
})

test('the same seed gives the same ceiling', () => {
  const trips = [
    trip(),
    trip({ from: 5, exposure: 3_333, sessions: 7 }),
    trip({ from: 12, exposure: 777, sessions: 11 }),
  ]
  const once = luckOf(trips, closes, OPTIONS)!
  expect(luckOf(trips, closes, OPTIONS)).toEqual(once)
  expect(luckOf(trips, closes, { market: 'SPY', seed: 8 })!.ceiling).not.toBe(once.ceiling)
  expect(once.accounts).toBe(LUCK_ACCOUNTS)
})

test('of accounts that all gain the same each is at the ceiling, and an equal gain ranks above none of them', () => {
  const rising = new Map([['XYZ', Array.from({ length: 252 }, (_, day) => 100 * 2 ** day)]])
  const found = luckOf([trip({ sessions: 0, gain: 6_000 }), trip({ sessions: 1, gain: 14_000 })], rising, OPTIONS)
  expect(found).toEqual({ accounts: 1_000, own: 20_000, median: 20_000, ceiling: 20_000, rank: 0 })
})

test('a stock needs more than twice as many closes as the trip has sessions, at least three', () => {
  const isEnough = (count: number, sessions: number) =>
    luckOf([trip({ sessions })], new Map([['XYZ', walk(3).slice(0, count)]]), OPTIONS) !== null
  expect([isEnough(10, 5), isEnough(11, 5)]).toEqual([false, true])
  expect([isEnough(2, 0), isEnough(3, 0), isEnough(2, 1), isEnough(3, 1)]).toEqual([false, true, false, true])
})

test('one trip without closes leaves all of them without a ceiling', () =>
  expect(luckOf([trip(), trip({ symbol: 'NEW' })], new Map([['XYZ', walk(2)]]), OPTIONS)).toBeNull())

/** The return of some sessions from a day of a path that goes on at its beginning after its end. */
function around(path: readonly number[], from: number, sessions: number): number {
  const days = path.length - 1
  const steps = Array.from({ length: sessions }, (_, at) => (from + at) % days)
  return steps.reduce((growth, at) => growth * (path[at + 1]! / path[at]!), 1) - 1
}

test('the ceiling is the gain that 950 of 1,000 random accounts do not exceed', () => {
  // No two stretches of this path gain the same.
  const path = Array.from({ length: 100_000 }, (_, day) => 100 + day * day)
  const random = seeded(OPTIONS.seed)
  const gains = Array.from(
    { length: 1_000 },
    () => 10_000 * around(path, Math.floor(random() * (path.length - 1)), 5),
  ).toSorted((a, b) => a - b)
  const { ceiling, median } = luckOf([trip()], new Map([['XYZ', path]]), OPTIONS)!
  expect(ceiling).toBeCloseTo(gains[949]!, 6)
  expect(median).toBeCloseTo(gains[500]!, 6)
})

test('a random account draws one day for the trips that overlap, and another for those after them', () => {
  const short = walk(3).slice(0, 101)
  const paths = new Map([...closes, ['LATE', short]])
  const trips = [
    // Each of the first two trips is held while the next one begins, so the first three are drawn together.
    trip({ from: 40, sessions: 3 }),
    trip({ from: 42, symbol: 'LATE', exposure: -3_333, sessions: 7 }),
    trip({ from: 48, symbol: 'NEW', exposure: 777, sessions: 0 }),
    // The fourth begins on the session on which the others have ended, so it is drawn alone.
    trip({ from: 49, exposure: 555, sessions: 2 }),
  ]
  const [days, late] = [closes.get('XYZ')!.length - 1, short.length - 1]
  const random = seeded(OPTIONS.seed)
  const gains = Array.from({ length: LUCK_ACCOUNTS }, () => {
    const [first, second] = [Math.floor(random() * days), Math.floor(random() * days)]
    // Both paths end on the same day; before its first day the shorter one is at its end again.
    const ofLate = (((((first + 2) % days) - (days - late)) % late) + late) % late
    return (
      10_000 * around(closes.get('XYZ')!, first, 3) -
      3_333 * around(short, ofLate, 7) +
      777 * around(closes.get('SPY')!, (first + 8) % days, 1) +
      555 * around(closes.get('XYZ')!, second, 2)
    )
  }).toSorted((a, b) => a - b)
  // The order in which trips are given does not count.
  for (const given of [trips, trips.toReversed()]) {
    const found = luckOf(given, paths, OPTIONS)!
    expect(found.ceiling).toBeCloseTo(gains[949]!, 6)
    expect(found.median).toBeCloseTo(gains[500]!, 6)
    expect(found.rank).toBe(gains.filter((gain) => gain < 0).length / LUCK_ACCOUNTS)
  }
})

test('a trip needs more than twice its length of closes', () => {
  const of = (length: number) => luckOf([trip({ sessions: 5 })], new Map([['XYZ', walk(2).slice(0, length)]]), OPTIONS)
  expect(of(10)).toBeNull()
  expect(of(11)).not.toBeNull()
})
