import { expect, test, vi } from 'vitest'
import { addDays, tradingDay } from '../../time/trading-day.ts'
import { cheapestCovers, MOST_CELLS, MOST_WORK } from './cheapest-covers.ts'
import { collateral } from './collateral.ts'
import { optionContract } from './instrument.ts'
import { type HeldPosition, optionBooks } from './option-book.ts'
import { MOST_CONTRACTS } from './order-check.ts'

interface Allowed {
  cells: number
  /** Iterations times cells times rows. */
  work: number
}
const allowed: Allowed[] = []
vi.mock('yalps', async (original) => {
  const yalps = await original<typeof import('yalps')>()
  const solve: typeof yalps.solve = (model, options) => {
    const rows = [...(model.constraints as Iterable<unknown>)].length
    const cells = rows * [...(model.variables as Iterable<unknown>)].length
    allowed.push({ cells, work: cells * rows * ((options?.maxIterations ?? Number.POSITIVE_INFINITY) - 1) })
    return yalps.solve(model, options)
  }
  return { ...yalps, solve }
})

const FIRST = tradingDay('2026-12-01')
const contract = (underlying: string, day: number, right: 'call' | 'put', strike: number, quantity: number) => ({
  instrument: optionContract({ underlying, expiration: addDays(FIRST, day), right, strike }),
  quantity,
})
const counted = (count: number, make: (at: number) => HeldPosition) =>
  Array.from({ length: count }, (_, at) => make(at))

/** One underlying, as many contracts as an account may hold. */
const large = (days: number, longs: number): HeldPosition[] => [
  ...counted(longs, (at) => contract('SPY', 500, 'call', 100 + at, 3)),
  ...counted(MOST_CONTRACTS - longs, (at) =>
    contract('SPY', at % days, at % 2 === 0 ? 'put' : 'call', 300 + Math.floor(at / days), -1),
  ),
]

test.each([
  [35, 450],
  [35, 250],
  [2, 450],
])('a book over %i expirations with %i longs is given up before its cells are computed', (days, longs) => {
  const [book] = optionBooks(large(days, longs))
  let looks = 0
  const shorts = book!.shorts.map((short) => ({
    ...short,
    get strikeE4() {
      looks += 1
      return short.strikeE4
    },
  }))
  expect(cheapestCovers({ ...book!, shorts }, 1)).toBeNull()
  // Each row of the programme covers every short of its day.
  expect(looks).toBeLessThanOrEqual(MOST_CELLS)
})

test('a book that becomes too large only by its rows is given up early too', () => {
  const book = optionBooks([
    ...counted(40, (at) => contract('SPY', 500, 'put', 100 + at, 3)),
    ...counted(400, (at) => contract('SPY', at % 5, 'put', 300 + at, -1)),
  ])[0]!
  allowed.length = 0
  let looks = 0
  const longs = book.longs.map((long) => ({ ...long }))
  const shorts = book.shorts.map((short) => ({
    ...short,
    get strikeE4() {
      looks += 1
      return short.strikeE4
    },
  }))
  expect(cheapestCovers({ ...book, longs, shorts }, 1)).toBeNull()
  expect(allowed).toEqual([])
  // Ten thousand cells over 205 columns allow 48 rows of the 245 it would have.
  expect(looks).toBeLessThanOrEqual(20 * 80)
})

const SYMBOLS = ['AAPL', 'AMD', 'MSFT', 'NVDA', 'QQQ', 'SPY', 'TSLA', 'XOM']

test.each([
  ['with one underlying', SYMBOLS.slice(0, 1), 0],
  ['with eight underlyings', SYMBOLS, 0],
  ['with eight underlyings and short stock, where calls may serve either', SYMBOLS, -300],
])('the work for one account is bounded %s', (_name, symbols, shares) => {
  allowed.length = 0
  collateral(
    symbols.flatMap((symbol, on) => [
      ...(shares === 0 ? [] : [{ instrument: symbol, quantity: shares }]),
      ...counted(12, (at) => contract(symbol, 3 + (at % 2), 'call', 90 + ((at * 7 + on) % 13), 4)),
      ...counted(12, (at) => contract(symbol, at % 4, at % 2 ? 'put' : 'call', 90 + ((at * 5) % 17), -1 - (at % 3))),
    ]),
    new Map(symbols.map((symbol) => [symbol, 1_000_000])),
  )
  expect(allowed).toHaveLength(symbols.length * (shares === 0 ? 1 : 2))
  expect(Math.max(...allowed.map(({ cells }) => cells))).toBeLessThanOrEqual(MOST_CELLS)
  expect(allowed.reduce((sum, { work }) => sum + work, 0)).toBeLessThanOrEqual(MOST_WORK)
})
