import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../harness/property-tests.ts'
import { tradingDay } from '../../time/trading-day.ts'
import { collateral } from './collateral.ts'
import { optionContract } from './instrument.ts'
import { type Contracts, type HeldPosition, optionBooks } from './option-book.ts'
import { intrinsicE4 } from './payoff.ts'
import { coverShortStock } from './short-stock.ts'

const DAYS = ['2026-12-18', '2027-01-15', '2027-03-19'].map(tradingDay)
const dollars = (amount: number) => amount * 10_000
const option = (quantity: number, strike: number, right: 'call' | 'put', day = 0): HeldPosition => ({
  instrument: optionContract({ underlying: 'SPY', expiration: DAYS[day]!, right, strike }),
  quantity,
})
const stock = (quantity: number): HeldPosition => ({ instrument: 'SPY', quantity })
const required = (positions: readonly HeldPosition[], mark = 100) =>
  collateral(positions, new Map([['SPY', dollars(mark)]])).requiredE4

test.each<[string, HeldPosition[], number | null]>([
  ['short stock with a call requires the strike', [stock(-100), option(1, 105, 'call')], dollars(10_500)],
  [
    'short stock with a call above 130 % of the mark requires 130 %',
    [stock(-100), option(1, 130, 'call')],
    dollars(13_000),
  ],
  [
    'short stock that a call covers in part requires both',
    [stock(-150), option(1, 105, 'call', 2)],
    dollars(10_500 + 6_500),
  ],
  [
    'short stock with more calls than needed requires the lowest strikes',
    [stock(-50), option(1, 90, 'call'), option(1, 80, 'call')],
    4e7,
  ],
  ['short stock with a put requires 130 %', [stock(-100), option(1, 105, 'put')], dollars(13_000)],
  [
    'short stock from an assigned calendar requires the strike beside a second calendar',
    [stock(-100), option(2, 100, 'call', 1), option(-1, 100, 'call')],
    dollars(10_000),
  ],
  [
    'a call covers the short call or the short stock, not both',
    [stock(-100), option(1, 100, 'call', 1), option(-1, 95, 'call')],
    dollars(13_000 + 500),
  ],
  [
    'a call serves the short call where it would lessen the requirement of the short stock less',
    // For the stock it would require 9,500 and leave the short call a loss of 6,000 with only the far call as cover.
    [stock(-100), option(1, 95, 'call'), option(1, 150, 'call'), option(-1, 90, 'call')],
    dollars(13_000 + 500),
  ],
  [
    'a call serves the short stock where that lessens the requirement more',
    [stock(-100), option(1, 95, 'call'), option(1, 120, 'call'), option(-1, 90, 'call')],
    dollars(9_500 + 3_000),
  ],
  [
    'of two calls at one strike the one that ends first serves the stock, since only the other covers a later call',
    [stock(-100), option(1, 100, 'call', 1), option(1, 100, 'call', 0), option(-1, 95, 'call', 1)],
    dollars(10_000 + 500),
  ],
  [
    'the same in the other order',
    [stock(-100), option(1, 100, 'call', 0), option(1, 100, 'call', 1), option(-1, 95, 'call', 1)],
    dollars(10_000 + 500),
  ],
  [
    'a call covers the short stock when the short put has no use for it',
    [stock(-100), option(1, 100, 'call', 1), option(-1, 90, 'put')],
    dollars(10_000 + 9_000),
  ],
])('%s', (_name, positions, requiredE4) => expect(required(positions)).toBe(requiredE4))

test('the requirement is rounded up, and exact beyond the integers of a double', () => {
  expect(collateral([stock(-1)], new Map([['SPY', 1]])).requiredE4).toBe(2)
  expect(collateral([stock(-90_000_001)], new Map([['SPY', 10_000_001]])).requiredE4).toBe(1_170_000_130_000_002)
})

const line = fc.record({
  right: fc.constantFrom('call' as const, 'put' as const),
  strike: fc.constantFrom(90, 95, 100, 110, 150),
  day: fc.integer({ min: 0, max: 2 }),
  quantity: fc.integer({ min: -2, max: 2 }),
})
type Line = typeof line extends fc.Arbitrary<infer L> ? L : never
const lines = fc.uniqueArray(line, { maxLength: 5, selector: ({ right, strike, day }) => `${right} ${strike} ${day}` })
const held = (short: number, all: readonly Line[]): HeldPosition[] => [
  stock(-short),
  ...all.map(({ right, strike, day, quantity }) => option(quantity, strike, right, day)),
]
const SHORT = fc.constantFrom(50, 100, 230)

test('covered short stock requires the cost of buying it back, at any price if all is covered, else up to 130 %', () => {
  fc.assert(
    fc.property(lines, SHORT, fc.constantFrom(60, 85, 100, 140), (all, short, mark) => {
      const longs = all.filter(({ quantity }) => quantity > 0)
      const requiredE4 = required(held(short, longs), mark)!
      const contracts = longs.reduce((sum, { right, quantity }) => sum + (right === 'call' ? quantity : 0), 0)
      const isCovered = contracts * 100 >= short && longs.every(({ strike }) => strike < mark * 1.3)
      for (const price of [1, 60, 90, 97, 100, 108, 120, 150, ...(isCovered ? [5_000] : [])]) {
        if (price > mark * 1.3 && !isCovered) continue
        const hedgeE4 = longs.reduce((sum, { quantity, right, strike }) => {
          return sum + quantity * 100 * intrinsicE4({ right, strikeE4: dollars(strike) }, dollars(price))
        }, 0)
        expect(requiredE4).toBeGreaterThanOrEqual(dollars(short * price) - hedgeE4)
      }
      expect(requiredE4).toBeLessThanOrEqual(Math.ceil(dollars(short * mark) * 1.3))
    }),
    { numRuns: runs(1_000) },
  )
})

test('buying another long never raises the requirement of short stock', () => {
  const requiredFor = (short: number, all: readonly Line[]) => required(held(short, all)) ?? Number.POSITIVE_INFINITY
  fc.assert(
    fc.property(SHORT, lines, line, (short, all, { right, strike, day, quantity }) => {
      const others = all.filter((each) => each.right !== right || each.strike !== strike || each.day !== day)
      const same = all.find((each) => !others.includes(each))?.quantity ?? 0
      const bought = { right, strike, day, quantity: same + Math.abs(quantity) }
      expect(requiredFor(short, [...others, bought])).toBeLessThanOrEqual(requiredFor(short, all))
    }),
    { numRuns: runs(1_000) },
  )
})

test.each([[[0, 2]], [[2, 0]]])('of calls at one strike the one that ends first serves, listed as %j', (days) => {
  const longs = days.flatMap((day): readonly Contracts[] => optionBooks([option(1, 105, 'call', day)])[0]!.longs)
  expect(coverShortStock(-100, longs, dollars(100)).left.map(({ expiration }) => expiration)).toEqual([DAYS[2]])
})

test('the calls that serve are counted, and what they do not take stays for other shorts', () => {
  const longs = optionBooks([option(3, 105, 'call'), option(2, 130, 'call'), option(1, 105, 'put')])[0]!.longs
  const { requiredE4, used, left } = coverShortStock(-150, longs, dollars(100))
  expect([requiredE4, used]).toEqual([dollars(150 * 105), 2])
  // The call at exactly 130 % of the mark would spare nothing.
  expect(left.map(({ instrument, quantity }) => [instrument.slice(9), quantity])).toEqual([
    ['C00105000', 1],
    ['C00130000', 2],
    ['P00105000', 1],
  ])
})

test('a mark between two amounts of money counts as the higher one', () => {
  expect(coverShortStock(-1, [], 10.5)).toEqual({ requiredE4: 15, used: 0, left: [] })
})

test('a call at exactly 130 % of the mark serves no short stock, because its strike would spare nothing', () => {
  const longs = optionBooks([option(1, 130, 'call')])[0]!.longs
  expect(coverShortStock(-100, longs, dollars(100))).toMatchObject({ requiredE4: dollars(13_000), used: 0 })
})
