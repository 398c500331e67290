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
