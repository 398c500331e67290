import { describe, expect, test } from 'vitest'
import { noiseWorld, worldInput } from '../../harness/fixtures/screener-world.ts'
import { standardDeviation } from '../maths/statistics.ts'
import { type Bar, closeOnly } from './bar.ts'
import {
  addBar,
  atr14,
  atrOver,
  averageClose,
  barCount,
  CLOSE_ONLY_RANGE_FACTOR,
  dailyDeviation,
  emptyState,
  rsi14,
} from './indicators.ts'
import { barAt } from './price-table.ts'

const { table } = worldInput(noiseWorld({ seed: 3, tickers: 1, sessions: 900, withBars: true }))
const BARS: Bar[] = table.days.map((_day, at) => barAt(table.columns[0]!, at)!)

const stateOf = (bars: readonly Bar[]) => {
  const state = emptyState()
  for (const bar of bars) addBar(state, bar)
  return state
}

test('the range alone equals the one of a whole state, to the last bit', () => {
  for (const count of [1, 14, 15, 60, 300]) {
    const bars = BARS.slice(0, count)
    expect(atrOver(bars)).toBe(atr14(stateOf(bars)))
    const closes = bars.map(({ close }) => closeOnly(close))
    expect(atrOver(closes)).toBe(atr14(stateOf(closes)))
  }
})

/** Wilder's average true range as a textbook writes it. */
function plainAtr(bars: readonly Bar[]): number {
  const ranges = bars.slice(1).map(({ high, low }, at) => {
    const before = bars[at]!.close
    return Math.max(high - low, Math.abs(high - before), Math.abs(low - before))
  })
  const first = ranges.slice(0, 14).reduce((sum, range) => sum + range, 0) / 14
  return ranges.slice(14).reduce((atr, range) => (13 * atr + range) / 14, first)
}

test.each([300, 519, 521, 900])('indicators of %s bars equal those computed from all bars at once', (count) => {
  const bars = BARS.slice(0, count)
  const state = stateOf(bars)
  const closes = bars.map(({ close }) => close)
  const returns = closes.slice(1).map((close, at) => Math.log(close / closes[at]!))
  expect(atr14(state)).toBeCloseTo(plainAtr(bars), 9)
  for (const length of [20, 50, 200] as const) {
    const plain = closes.slice(-length).reduce((sum, close) => sum + close, 0) / length
    expect(averageClose(state, length)).toBeCloseTo(plain, 9)
  }
  for (const length of [20, 60, 250] as const) {
    expect(dailyDeviation(state, length)).toBeCloseTo(standardDeviation(returns.slice(-length))!, 9)
  }
})

test('a stage with 260 bars sees what a replay of years sees', () => {
  const [whole, recent] = [stateOf(BARS), stateOf(BARS.slice(-260))]
  expect(averageClose(recent, 200)).toBeCloseTo(averageClose(whole, 200), 9)
  expect(dailyDeviation(recent, 250)).toBeCloseTo(dailyDeviation(whole, 250), 12)
  expect(atr14(recent) / atr14(whole)).toBeCloseTo(1, 6)
  expect(rsi14(recent)).toBeCloseTo(rsi14(whole), 4)
})

test('nothing is known before an indicator has its bars', () => {
  const state = stateOf(BARS.slice(0, 14))
  expect([atr14(state), rsi14(state), averageClose(state, 20), dailyDeviation(state, 20)]).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ])
  expect(atr14(stateOf(BARS.slice(0, 15)))).toBeGreaterThan(0)
})

test('a bar without a range counts its scaled absolute change', () => {
  const closes = [100, ...Array.from({ length: 14 }, (_, at) => (at % 2 === 0 ? 101 : 100))]
  expect(atr14(stateOf(closes.map(closeOnly)))).toBeCloseTo(CLOSE_ONLY_RANGE_FACTOR, 9)
})

describe('the relative strength', () => {
  /** A close of 100 and then so many changes. */
  const strength = (...changes: number[]) => {
    const closes = [100]
    for (const change of changes) closes.push(closes.at(-1)! + change)
    return rsi14(stateOf(closes.map(closeOnly)))
  }
  const fourteen = (change: number) => Array<number>(14).fill(change)

  test('is the share of the gains in all moves: 100 of gains alone, 0 of losses alone, 50 without a move', () => {
    expect([strength(...fourteen(1)), strength(...fourteen(-1)), strength(...fourteen(0))]).toEqual([100, 0, 50])
  })

  test('of fourteen moves is that of their sums', () => {
    // Gains of 3 x 5 against losses of 1 x 9: 15 / 24.
    expect(strength(...Array(5).fill(3), ...Array(9).fill(-1))).toBeCloseTo(62.5, 9)
  })

  test('takes a fourteenth of each later move', () => {
    // The averages were 15 / 14 and 9 / 14; a loss of 14 makes them 195 / 196 and (117 + 196) / 196.
    expect(strength(...Array(5).fill(3), ...Array(9).fill(-1), -14)).toBeCloseTo((100 * 195) / (195 + 313), 9)
  })
})

test('a state keeps at least the 260 bars that an archetype looks back, and drops the oldest by the hundred', () => {
  expect(stateOf(BARS.slice(0, 519)).closes).toHaveLength(519)
  const state = stateOf(BARS.slice(0, 520))
  expect([state.closes.length, state.volumes.length, state.returns.length, state.dropped]).toEqual([260, 260, 260, 260])
  expect(state.closes).toEqual(BARS.slice(260, 520).map(({ close }) => close))
  expect(barCount(stateOf(BARS.slice(0, 600)))).toBe(600)
})

test('a range without a high and a low is 1.8 times the change, as measured on SPY', () => {
  const closes = Array.from({ length: 15 }, (_, at) => closeOnly(100 + (at % 2)))
  expect(atrOver(closes)).toBeCloseTo(1.8, 9)
})
