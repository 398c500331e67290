import { describe, expect, test } from 'vitest'
import { contractExcess } from './placebo-contract.ts'
import { type PlaceboPick, placeboExcess } from './placebo-outcome.ts'
import type { PriceTable } from './price-table.ts'

const COST = 0.001
const AT = 20
const NO = Number.NaN

/** A name at 100 until session 20, whose bars are two wide, with these closes after it; SPY gains 1 % a session from 20 on. */
function tableOf(after: readonly number[], hasRange = true): PriceTable {
  const closes = [...Array(AT + 1).fill(100), ...after]
  const all = (of: (at: number) => number) => Float64Array.from(closes, (_, at) => of(at))
  const spy = all((at) => 400 * (1 + Math.max(0, at - AT) / 100))
  const range = {
    open: all((at) => (at === AT ? 80 : closes[at])),
    high: all((at) => closes[at] + 1),
    low: all((at) => closes[at] - 1),
    volume: all(() => 1),
  }
  const benchmark = { close: spy, range: { ...range, open: all((at) => (at === AT ? 320 : spy[at]!)) } }
  return {
    days: [],
    tickers: ['A'],
    columns: [{ close: all((at) => closes[at]), range: hasRange ? range : null }],
    benchmark,
  }
}
const PICK: PlaceboPick = { ticker: 0, at: AT, entry: 'close', horizon: 3, side: 'long' }

describe('a pick over its whole horizon', () => {
  const table = tableOf([110, 120, 130, 140])

  test.each<[string, Partial<PlaceboPick>, number]>([
    ['from a close sees its bars after that session', {}, 0.3 - 0.03],
    ['from an open counts that session as the first bar', { entry: 'open' }, 120 / 80 - 408 / 320],
    ['as a short has its sign turned', { side: 'short' }, -(0.3 - 0.03)],
  ])('%s', (_, changes, excess) => {
    expect(placeboExcess(table, { ...PICK, ...changes }, 30)).toBeCloseTo(excess - COST, 12)
  })

  test('needs all of its bars, and an open where it enters at one', () => {
    expect(placeboExcess(table, PICK, 22)).toBeNaN()
    expect(placeboExcess(table, PICK, 23)).not.toBeNaN()
    expect(placeboExcess(table, { ...PICK, entry: 'open' }, 21)).toBeNaN()
    expect(placeboExcess(table, { ...PICK, entry: 'open' }, 22)).not.toBeNaN()
    expect(placeboExcess(tableOf([110, 120, 130], false), { ...PICK, entry: 'open' }, 30)).toBeNaN()
  })

  test.each([
    [4, 'is measured to its last close and SPY to the end', 0.1 - 0.05],
    [5, 'ends both at its last close', 0.1 - 0.01],
  ])('that lacks its last %i closes %s', (missing, _, excess) => {
    const pick = { ...PICK, horizon: 1 + missing }
    expect(placeboExcess(tableOf([110, ...Array(missing).fill(NO)]), pick, 30)).toBeCloseTo(excess - COST, 12)
  })
})

describe('a pick with the stop of a contract', () => {
  const excess = (after: readonly number[], changes: Partial<PlaceboPick> = {}, macroBars: number | null = null) =>
    contractExcess(tableOf(after), { ...PICK, ...changes }, macroBars, 30)

  // Bars are two wide, so the level lies one and a half times two from the entry.
  test.each<[string, readonly number[], Partial<PlaceboPick>, number]>([
    ['a long holds at its level', [97, 110, 105], {}, 0.05 - 0.03],
    ['a long ends at the first close below it', [96.99, 110, 105], {}, -0.0301 - 0.01],
    ['a short holds at its level', [103, 90, 95], { side: 'short' }, 0.05 + 0.03],
    ['a short ends at the first close above it', [103.01, 90, 95], { side: 'short' }, -0.0301 + 0.01],
    ['one from an open of 80 holds until its horizon', [78, 90, 60], { entry: 'open' }, 90 / 80 - 408 / 320],
  ])('%s', (_, after, changes, expected) => {
    expect(excess(after, changes)).toBeCloseTo(expected - COST, 12)
  })

  test('ends at a macro exit within its horizon, and never after its horizon', () => {
    expect(excess([101, 102, 103, 150], {}, 2)).toBeCloseTo(0.02 - 0.02 - COST, 12)
    expect(excess([101, 102, 103, 150], {}, 4)).toBeCloseTo(0.03 - 0.03 - COST, 12)
  })

  test('a missing close does not end it; a name that is gone ends with SPY at its last close', () => {
    expect(excess([NO, NO, 110])).toBeCloseTo(0.1 - 0.03 - COST, 12)
    expect(excess([102, NO, NO, NO, NO], { horizon: 5 })).toBeCloseTo(0.02 - 0.05 - COST, 12)
    expect(excess([102, NO, NO, NO, NO, NO, 50], { horizon: 7 })).toBeCloseTo(0.02 - 0.01 - COST, 12)
  })

  test('needs all of its bars, and 14 ranges before its entry', () => {
    const table = tableOf([101, 102, 103])
    expect(contractExcess(table, PICK, null, 22)).toBeNaN()
    expect(contractExcess(table, PICK, null, 23)).not.toBeNaN()
    expect(contractExcess(table, { ...PICK, at: 14 }, null, 30)).toBeNaN()
    expect(contractExcess(table, { ...PICK, at: 15 }, null, 30)).not.toBeNaN()
  })
})
