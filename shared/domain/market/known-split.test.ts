import { expect, test } from 'vitest'
import { tradingDay } from '../../time/trading-day.ts'
import {
  barsInNewShares,
  closesInNewShares,
  isRestated,
  type KnownSplit,
  sharesSince,
  splitsMissing,
} from './known-split.ts'

const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'].map(tradingDay)
const split = (exDate: string, ratio: number): KnownSplit => ({
  exDate: tradingDay(exDate),
  ratio,
  knownAt: new Date('2026-11-10T12:00:00Z'),
})
const FOUR = split('2026-11-18', 4)
const missing = (closes: number[], splits = [FOUR], now: Parameters<typeof splitsMissing>[2] = null) =>
  splitsMissing({ days: days.slice(0, closes.length), closes }, splits, now).length

test.each([
  ['closes that fall by its ratio', [400, 404, 102, 103], 1],
  ['closes that were restated', [100, 101, 102, 103], 0],
  ['restated closes of a share that fell by a third', [100, 101, 68, 67], 0],
  ['closes of before it alone', [400, 404], 0],
  ['no closes', [], 0],
])('a split of four for one is missing from %s: %j', (_, closes, expected) => {
  expect(missing(closes)).toBe(expected)
})

test('a price of its session shows whether earlier closes are in old shares', () => {
  const now = (price: number, day = '2026-11-18') => ({ day: tradingDay(day), price })
  expect(missing([400, 404], [FOUR], now(101))).toBe(1)
  expect(missing([100, 101], [FOUR], now(101))).toBe(0)
  expect(missing([400, 404], [FOUR], now(101, '2026-11-17'))).toBe(0)
})

test('a split on the first day of the closes has none before it to be restated', () => {
  expect(missing([100, 200, 300, 400], [split('2026-11-16', 4)])).toBe(0)
})

test('a reverse split is recognised as well, and a ratio near one never is', () => {
  expect(missing([4, 4.1, 41, 40], [split('2026-11-18', 0.1)])).toBe(1)
  expect(missing([41, 41, 41, 40], [split('2026-11-18', 0.1)])).toBe(0)
  expect(missing([105, 105, 100, 100], [split('2026-11-18', 1.05)])).toBe(0)
})

test('bars before two splits are divided by both, and volumes multiplied', () => {
  const bars = {
    symbol: 'AAA',
    days,
    closes: [800, 400, 400, 100],
    opens: [800, null, 400, 100],
    highs: [808, 404, 404, 101],
    lows: [792, 396, 396, 99],
    volumes: [10, 20, null, 80],
  }
  const two = [split('2026-11-17', 2), split('2026-11-19', 4)]
  expect(barsInNewShares(bars, two, null)).toEqual({
    symbol: 'AAA',
    days,
    closes: [100, 100, 100, 100],
    opens: [100, null, 100, 100],
    highs: [101, 101, 101, 101],
    lows: [99, 99, 99, 99],
    volumes: [80, 80, null, 80],
  })
  expect(barsInNewShares(bars, [], null)).toBe(bars)
  expect(sharesSince(two, tradingDay('2026-11-16'))).toBe(8)
  expect(sharesSince(two, tradingDay('2026-11-17'))).toBe(4)
})

test('closes alone are divided where a split is missing, and left as they are where none is', () => {
  const closes = [400, 404, 102, 103]
  expect(closesInNewShares({ days, closes }, [FOUR])).toEqual([100, 101, 102, 103])
  const restated = [100, 101, 102, 103]
  expect(closesInNewShares({ days, closes: restated }, [FOUR])).toBe(restated)
})

test('only a change by a fifth or more restates the past, upwards or downwards', () => {
  expect([1.2, 1.19, 0.5, 0.84, 1].map(isRestated)).toEqual([true, false, true, false, false])
})
