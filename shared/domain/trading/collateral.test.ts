import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../harness/property-tests.ts'
import { tradingDay } from '../../time/trading-day.ts'
import { collateral } from './collateral.ts'
import { optionContract } from './instrument.ts'
import type { HeldPosition } from './option-book.ts'
import { intrinsicE4 } from './payoff.ts'

const DAYS = ['2026-12-18', '2027-01-15', '2027-03-19'].map(tradingDay)
type Right = 'call' | 'put'
interface Line {
  right: Right
  strike: number
  day: number
  quantity: number
}

const option = (quantity: number, strike: number, right: Right, day = 0): HeldPosition => ({
  instrument: optionContract({ underlying: 'SPY', expiration: DAYS[day]!, right, strike }),
  quantity,
})
const stock = (quantity: number): HeldPosition => ({ instrument: 'SPY', quantity })
const NO_MARKS = new Map<string, number>()
const required = (...positions: HeldPosition[]) => collateral(positions, new Map([['SPY', 1_000_000]])).requiredE4
const dollars = (amount: number) => amount * 10_000

test.each<[string, HeldPosition[], number | null]>([
  ['no position', [], 0],
  ['long positions', [stock(5), option(3, 100, 'call'), option(2, 90, 'put', 2)], 0],
  ['a short stock', [stock(-3)], dollars(390)],
  ['a cash-secured put', [option(-2, 90, 'put')], dollars(18_000)],
  ['a covered call', [stock(100), option(-1, 110, 'call')], 0],
  ['a second call on the same shares', [stock(199), option(-2, 110, 'call')], null],
  ['a naked call', [option(-1, 110, 'call')], null],
  ['a call vertical for a debit', [option(1, 100, 'call'), option(-1, 110, 'call')], 0],
  ['a call vertical for a credit', [option(-1, 100, 'call'), option(1, 110, 'call')], dollars(1_000)],
  ['a put vertical for a credit', [option(-3, 100, 'put'), option(3, 95, 'put')], dollars(1_500)],
  [
    'an iron condor, by its wider side',
    [option(1, 80, 'put'), option(-1, 90, 'put'), option(-1, 110, 'call'), option(1, 115, 'call')],
    dollars(1_000),
  ],
  [
    'a short box',
    [option(-1, 90, 'call'), option(1, 100, 'call'), option(1, 90, 'put'), option(-1, 100, 'put')],
    dollars(1_000),
  ],
  ['a butterfly', [option(1, 90, 'call'), option(-2, 100, 'call'), option(1, 110, 'call')], 0],
  ['a broken butterfly', [option(1, 95, 'put'), option(-2, 90, 'put'), option(1, 80, 'put')], dollars(500)],
  [
    'a back-spread, which is worst between its strikes',
    [option(-1, 110, 'put'), option(2, 100, 'put')],
    dollars(1_000),
  ],
  ['a back-spread over shares', [stock(100), option(-1, 110, 'put'), option(2, 100, 'put')], 0],
  ['a calendar', [option(-1, 100, 'call', 0), option(1, 100, 'call', 1)], 0],
  ['a diagonal', [option(-1, 100, 'put', 0), option(1, 97, 'put', 2)], dollars(300)],
  ['a long that ends before its short', [option(-1, 100, 'call', 1), option(1, 100, 'call', 0)], null],
  [
    'one long against shorts on two days',
    [option(-1, 100, 'put'), option(-1, 100, 'put', 1), option(1, 100, 'put', 2)],
    1e8,
  ],
  [
    'short stock with a short put, which do not cover each other',
    [stock(-100), option(-1, 90, 'put')],
    dollars(13_000 + 9_000),
  ],
  [
    'one long put against shorts on two days, which serves the one whose loss it lessens more',
    // For the later short it would leave 10,000 of the earlier one; for that one it leaves 500, and 9,000 of the later.
    [option(-1, 100, 'put'), option(-1, 90, 'put', 1), option(1, 95, 'put', 2)],
    dollars(9_500),
  ],
  [
    'shares that serve the short they fit best',
    [stock(100), option(-1, 100, 'call'), option(-1, 105, 'call', 1), option(1, 101, 'call', 2)],
    0,
  ],
])('collateral of %s', (_name, positions, requiredE4) => expect(required(...positions)).toBe(requiredE4))

test('a part names its rule, day and worst price, and is null if unknown', () => {
  const positions = [stock(-10), option(-1, 90, 'put', 1), option(1, 85, 'put', 1), option(-2, 120, 'call', 1)]
  expect(collateral([...positions, { instrument: 'QQQ', quantity: 7 }], NO_MARKS)).toEqual({
    requiredE4: null,
    byUnderlying: [
      {
        underlying: 'SPY',
        requiredE4: null,
        boundedE4: dollars(500),
        parts: [
          { rule: 'short_stock', expiration: null, requiredE4: null, worstAtE4: null },
          { rule: 'expiry', expiration: '2027-01-15', requiredE4: null, worstAtE4: null },
        ],
      },
    ],
    uncovered: [{ instrument: 'SPY270115C00120000', quantity: 2 }],
    unmarked: ['SPY'],
  })
  expect(collateral([option(-1, 90, 'put', 1), option(1, 85, 'put', 1)], NO_MARKS).byUnderlying[0]!.parts).toEqual([
    { rule: 'expiry', expiration: '2027-01-15', requiredE4: dollars(500), worstAtE4: 0 },
  ])
})

const line = (days: number) =>
  fc.record({
    right: fc.constantFrom<Right>('call', 'put'),
    strike: fc.constantFrom(90, 95, 100, 110),
    day: fc.integer({ min: 0, max: days - 1 }),
    quantity: fc.integer({ min: -2, max: 2 }),
  })
const bookOf = (days: number) =>
  fc.record({
    shares: fc.constantFrom(0, 0, 50, 100, 230),
    lines: fc.uniqueArray(line(days), {
      maxLength: 6,
      selector: ({ right, strike, day }) => `${right} ${strike} ${day}`,
    }),
  })
interface Book {
  shares: number
  lines: Line[]
}
const held = ({ shares, lines }: Book): HeldPosition[] => [
  ...(shares === 0 ? [] : [stock(shares)]),
  ...lines.map(({ right, strike, day, quantity }) => option(quantity, strike, right, day)),
]
const requiredOf = (book: Book): number => collateral(held(book), NO_MARKS).requiredE4 ?? Number.POSITIVE_INFINITY

/** 0, every strike, points in between, and a price far above. */
const PRICES = [0, 45, 90, 92.5, 95, 97.5, 100, 105, 110, 5_000]
const perContractE4 = ({ right, strike }: Line, price: number) =>
  100 * intrinsicE4({ right, strikeE4: dollars(strike) }, dollars(price))

/**
 * The requirement as a game, without the idea of covers: on each day an adversary picks any price, then the holder sees
 * it and may sell longs at their intrinsic value. Returns the cash with which the holder can always pay.
 */
function neededE4(shares: number, longs: readonly Line[], shorts: readonly Line[], day: number): number {
  if (day === DAYS.length) return 0
  const due = shorts.filter((each) => each.day === day)
  const later = shorts.some((each) => each.day > day)
  return Math.max(
    ...PRICES.map((price) => {
      const owed = due.reduce((sum, each) => sum - each.quantity * perContractE4(each, price), 0)
      const choices = later ? sales(shares, longs, price) : [sellAll(shares, longs, price)]
      const after = choices.map(({ gainE4, sharesLeft, left }) => {
        const alive = left.filter((each) => each.day > day)
        return owed - gainE4 + neededE4(sharesLeft, alive, shorts, day + 1)
      })
      return Math.max(0, Math.min(...after))
    }),
  )
}
interface Sale {
  gainE4: number
  sharesLeft: number
  left: Line[]
}
const sellAll = (shares: number, longs: readonly Line[], price: number): Sale => ({
  gainE4: longs.reduce((sum, each) => sum + each.quantity * perContractE4(each, price), dollars(shares * price)),
  sharesLeft: 0,
  left: [],
})
function sales(shares: number, longs: readonly Line[], price: number): Sale[] {
  const lots = Array.from({ length: Math.floor(shares / 100) + 1 }, (_, at) => at * 100)
  let all: Sale[] = lots.map((sold) => ({ gainE4: dollars(sold * price), sharesLeft: shares - sold, left: [] }))
  for (const long of longs)
    all = all.flatMap((sale) =>
      Array.from({ length: long.quantity + 1 }, (_, sold) => ({
        gainE4: sale.gainE4 + sold * perContractE4(long, price),
        sharesLeft: sale.sharesLeft,
        left: [...sale.left, { ...long, quantity: long.quantity - sold }],
      })),
    )
  return all
}
const gameE4 = ({ shares, lines }: Book): number =>
  neededE4(
    shares,
    lines.filter(({ quantity }) => quantity > 0),
    lines.filter(({ quantity }) => quantity < 0),
    0,
  )

test('with one expiration the requirement is exactly the largest possible loss', () => {
  fc.assert(
    fc.property(bookOf(1), (book) => {
      const requiredE4 = requiredOf(book)
      if (requiredE4 === Number.POSITIVE_INFINITY) expect(gameE4(book)).toBeGreaterThan(dollars(100_000))
      else expect(requiredE4).toBe(gameE4(book))
    }),
    { numRuns: runs(2_000) },
  )
})

test('with several expirations the requirement covers every path of prices', () => {
  fc.assert(
    fc.property(bookOf(3), (book) => {
      expect(requiredOf(book)).toBeGreaterThanOrEqual(gameE4(book))
    }),
    { numRuns: runs(500) },
  )
})

const change = fc.tuple(bookOf(3), line(3), fc.integer({ min: 1, max: 250 }))

test('buying another long never raises the requirement', () => {
  fc.assert(
    fc.property(change, ([book, { right, strike, day, quantity }, shares]) => {
      const before = requiredOf(book)
      const long = { right, strike, day, quantity: Math.abs(quantity) }
      const others = book.lines.filter((each) => each.right !== right || each.strike !== strike || each.day !== day)
      const same = book.lines.find((each) => !others.includes(each))?.quantity ?? 0
      const bought = { ...long, quantity: same + long.quantity }
      expect(requiredOf({ ...book, lines: [...others, bought] })).toBeLessThanOrEqual(before)
      expect(requiredOf({ ...book, shares: book.shares + shares })).toBeLessThanOrEqual(before)
    }),
    { numRuns: runs(2_000) },
  )
})

test('the order of positions does not matter', () => {
  const shuffled = bookOf(3).chain((book) =>
    fc.tuple(fc.constant(held(book)), fc.shuffledSubarray(held(book), { minLength: held(book).length })),
  )
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      expect(collateral(other, NO_MARKS)).toEqual(collateral(one, NO_MARKS))
    }),
    { numRuns: runs(500) },
  )
})

/** Tries every way to give each contract and each lot of shares to one day. */
function cheapestByTrialE4({ shares, lines }: Book): number {
  const shorts = lines.filter(({ quantity }) => quantity < 0)
  const days = [...new Set(shorts.map(({ day }) => day))]
  const units: Line[] = lines
    .filter(({ quantity }) => quantity > 0)
    .flatMap((each) => Array.from({ length: each.quantity }, () => ({ ...each, quantity: 1 })))
  for (let lot = 100; lot <= shares; lot += 100) units.push({ right: 'call', strike: 0, day: 9, quantity: 1 })
  const lossE4 = (day: number, covers: readonly Line[]) =>
    Math.max(
      0,
      ...PRICES.map((price) =>
        [...covers, ...shorts.filter((each) => each.day === day)].reduce(
          (sum, each) => sum - each.quantity * perContractE4(each, price),
          0,
        ),
      ),
    )
  const tried = (at: number, given: ReadonlyMap<number, readonly Line[]>): number => {
    const unit = units[at]
    if (!unit) return days.reduce((sum, day) => sum + lossE4(day, given.get(day) ?? []), 0)
    const able = days.filter((day) => day <= unit.day)
    if (able.length === 0) return tried(at + 1, given)
    return Math.min(...able.map((day) => tried(at + 1, new Map([...given, [day, [...(given.get(day) ?? []), unit]]]))))
  }
  return tried(0, new Map())
}

test('the cheapest of all ways to set whole covers aside is found', () => {
  const severalDays = bookOf(3).filter(
    ({ lines }) => new Set(lines.flatMap(({ day, quantity }) => (quantity < 0 ? [day] : []))).size > 1,
  )
  fc.assert(
    fc.property(severalDays, (book) => {
      const requiredE4 = requiredOf(book)
      if (requiredE4 < Number.POSITIVE_INFINITY) expect(requiredE4).toBe(cheapestByTrialE4(book))
    }),
    { numRuns: runs(500) },
  )
})
