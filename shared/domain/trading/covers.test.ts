import { expect, test } from 'vitest'
import { tradingDay } from '../../time/trading-day.ts'
import { type Covering, coverGreedily } from './covers.ts'
import { optionContract } from './instrument.ts'
import { type HeldPosition, optionBooks } from './option-book.ts'

type Right = 'call' | 'put'

const DAYS = ['2026-12-18', '2027-01-15', '2027-03-19'].map(tradingDay)
const option = (quantity: number, strike: number, right: Right, day = 0): HeldPosition => ({
  instrument: optionContract({ underlying: 'SPY', expiration: DAYS[day]!, right, strike }),
  quantity,
})
const bookOf = (...positions: HeldPosition[]) => optionBooks(positions)[0]!
/** The longs of all days in the order in which they were set aside. */
const longsOf = ({ days }: Covering) => days.flatMap(({ longs }) => longs)

test.each<[Right, number[]]>([
  ['call', [95, 90, 105, 110]],
  ['put', [105, 110, 95, 90]],
])(
  'a short %s takes longs without a loss first, the nearest strike first, then those with the least',
  (right, order) => {
    const longs = [90, 95, 105, 110].map((strike) => option(1, strike, right))
    const covering = coverGreedily(bookOf(option(-4, 100, right), ...longs))
    expect(longsOf(covering).map(({ strikeE4 }) => strikeE4 / 10_000)).toEqual(order)
  },
)

test('of two longs at one strike a short takes the one that ends first', () => {
  const book = bookOf(option(-1, 100, 'call'), option(1, 100, 'call', 1), option(1, 100, 'call', 2))
  const covering = coverGreedily({ ...book, longs: book.longs.toReversed() })
  expect(longsOf(covering).map(({ expiration }) => expiration)).toEqual([DAYS[1], DAYS[2]])
})

test('a long put covers no short call', () => {
  const { uncovered } = coverGreedily(bookOf(option(-1, 100, 'call'), option(1, 100, 'put')))
  expect(uncovered).toEqual([{ instrument: 'SPY261218C00100000', quantity: 1 }])
})

test('a short put leaves a long call to the short call of an earlier day', () => {
  const { uncovered, days } = coverGreedily(
    bookOf(option(-1, 100, 'call'), option(-1, 100, 'put', 1), option(1, 105, 'call', 1)),
  )
  expect(uncovered).toEqual([])
  expect(days.map(({ expiration, longs }) => [expiration, longs.length])).toEqual([
    [DAYS[0], 1],
    [DAYS[1], 0],
  ])
})

test('a long call covers one short call, and the other stays uncovered', () => {
  const covering = coverGreedily(bookOf(option(-1, 100, 'call'), option(-1, 105, 'call'), option(1, 110, 'call')))
  expect(covering.uncovered).toEqual([{ instrument: 'SPY261218C00105000', quantity: 1 }])
  expect(longsOf(covering)).toMatchObject([{ instrument: 'SPY261218C00110000', quantity: 1 }])
})

test('lots of shares cover what no long call does, and the rest of both serves the first day', () => {
  const { days, uncovered } = coverGreedily(
    bookOf(
      { instrument: 'SPY', quantity: 450 },
      option(-1, 100, 'put'),
      option(-3, 100, 'call', 1),
      option(1, 105, 'call', 1),
      option(2, 90, 'put'),
    ),
  )
  expect(uncovered).toEqual([])
  expect(days.map(({ expiration, shorts, longs, lots }) => [expiration, shorts.length, longs.length, lots])).toEqual([
    [DAYS[0], 1, 2, 2],
    [DAYS[1], 1, 1, 2],
  ])
})

test('each lot covers one short call, and those beyond the lots stay uncovered by their number', () => {
  const shares = { instrument: 'SPY', quantity: 299 }
  const { uncovered, days } = coverGreedily(bookOf(shares, option(-1, 100, 'call'), option(-4, 105, 'call', 1)))
  expect(uncovered).toEqual([
    { instrument: 'SPY270115C00105000', quantity: 2 },
    { instrument: 'SPY261218C00100000', quantity: 1 },
  ])
  expect(days.map(({ lots }) => lots)).toEqual([0, 2])
})

test('a long call serves no day after its own', () => {
  const { uncovered } = coverGreedily(bookOf(option(-1, 100, 'call', 1), option(1, 90, 'call', 0)))
  expect(uncovered).toEqual([{ instrument: 'SPY270115C00100000', quantity: 1 }])
})

test('a long call of two contracts covers two shorts of one each', () => {
  const covering = coverGreedily(bookOf(option(-1, 100, 'call'), option(-1, 105, 'call', 1), option(2, 110, 'call', 2)))
  expect(covering.uncovered).toEqual([])
  expect(covering.days.map(({ longs }) => longs.map(({ quantity }) => quantity))).toEqual([[1], [1]])
})
