import { expect, test } from 'vitest'
import type { NameBars } from '../../shared/postgres/market/bars-of-names.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { returnSince } from './name-histories.ts'

const SPY = {
  days: ['2026-11-17', '2026-11-19', '2026-11-20'].map(tradingDay),
  closes: [100, 110, 121],
} as unknown as NameBars

test.each([
  ['a day with a close', '2026-11-19', Math.log(1.1)],
  ['a day without one counts from the close before it', '2026-11-18', Math.log(1.21)],
  ['the newest day', '2026-11-20', 0],
])('the return of SPY since %s', (_title, day, expected) => {
  expect(returnSince(SPY, tradingDay(day))).toBeCloseTo(expected, 12)
})

test('the return of SPY since a day before every close is unknown', () => {
  expect(returnSince(SPY, tradingDay('2026-11-16'))).toBeNaN()
})
