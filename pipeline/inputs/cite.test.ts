import { expect, it } from 'vitest'
import type { InputReading } from '../../shared/domain/contract/signals.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { citeTime, rankOf } from './cite.ts'

const input = (observed: string, quality = 'fresh') => ({ for: observed, quality }) as InputReading

it.each([
  ['a value of the day', '2026-11-27', '2026-11-27', 'for 2026-11-27'],
  ['a value of Friday on Sunday', '2026-11-27', '2026-11-29', 'for 2026-11-27'],
  ['a value of the session before', '2026-11-25', '2026-11-27', 'for 2026-11-25, 1 session old'],
  ['a quote', '2026-11-27T12:44:00-05:00', '2026-11-27', 'quoted 2026-11-27 12:44 ET'],
])('cites %s so that it holds on later days too', (_name, observed, today, told) => {
  expect(citeTime(input(observed), tradingDay(today))).toBe(told)
  expect(citeTime(input(observed, 'stale'), tradingDay(today))).toBe(`${told}, stale`)
})

it.each([
  [0, '1st'],
  [0.6, '1st'],
  [2.44, '2nd'],
  [99.4, '99th'],
  [99.6, '99th'],
  [99.97, '100th'],
  [100, '100th'],
])('a percentile of %s is the rank %s, and only the highest value has the hundredth', (percentile, rank) => {
  expect(rankOf(percentile)).toBe(rank)
})
