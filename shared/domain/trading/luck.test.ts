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
    const trips = Array.from({ length: 10 }, () => {
      const from = Math.floor(random() * (path.length - 5))
      return trip({ gain: 10_000 * (path[from + 5]! / path[from]! - 1) })
    })
    const { own, ceiling } = luckOf(trips, closes, { market: 'SPY', seed: account })!
    if (own > ceiling) above++
  }
  // 400 draws at 5 %: 20, and 3 standard errors are 13.
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
  const trips = [trip(), trip({ exposure: 3_333, sessions: 7 }), trip({ exposure: 777, sessions: 11 })]
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

test('the ceiling is the gain that 950 of 1,000 random accounts do not exceed', () => {
  // No two stretches of this path gain the same.
  const path = Array.from({ length: 100_000 }, (_, day) => 100 + day * day)
  const random = seeded(OPTIONS.seed)
  const gains = Array.from({ length: 1_000 }, () => {
    const from = Math.floor(random() * (path.length - 5))
    return 10_000 * (path[from + 5]! / path[from]! - 1)
  }).toSorted((a, b) => a - b)
  const { ceiling, median } = luckOf([trip()], new Map([['XYZ', path]]), OPTIONS)!
  expect([ceiling, median]).toEqual([gains[949], gains[500]])
})

test('a random account is the sum of its trips, each drawn in turn from the days on which it could begin', () => {
  const trips = [trip(), trip({ symbol: 'NEW', exposure: -3_333, sessions: 7 }), trip({ exposure: 777, sessions: 0 })]
  const paths = [closes.get('XYZ')!, closes.get('SPY')!, closes.get('XYZ')!]
  const random = seeded(OPTIONS.seed)
  const gains = Array.from({ length: LUCK_ACCOUNTS }, () =>
    trips.reduce((sum, { exposure, sessions }, at) => {
      const [path, length] = [paths[at]!, Math.max(1, sessions)]
      const from = Math.floor(random() * (path.length - length))
      return sum + exposure * (path[from + length]! / path[from]! - 1)
    }, 0),
  ).toSorted((a, b) => a - b)
  expect(luckOf(trips, closes, OPTIONS)).toEqual({
    accounts: LUCK_ACCOUNTS,
    ceiling: gains[949],
    median: gains[500],
    own: 0,
    rank: gains.filter((gain) => gain < 0).length / LUCK_ACCOUNTS,
  })
})

test('a trip needs more than twice its length of closes', () => {
  const of = (length: number) => luckOf([trip({ sessions: 5 })], new Map([['XYZ', walk(2).slice(0, length)]]), OPTIONS)
  expect(of(10)).toBeNull()
  expect(of(11)).not.toBeNull()
})
