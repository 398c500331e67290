import { expect, test } from 'vitest'
import { noiseWorld, worldInput } from '../../harness/fixtures/screener-world.ts'
import { standardDeviation } from '../maths/statistics.ts'
import { type Bar, closeOnly } from './bar.ts'
import {
  addBar,
  atr14,
  atrOver,
  averageClose,
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
