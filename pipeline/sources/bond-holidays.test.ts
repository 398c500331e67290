import { expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { isBondHoliday } from './bond-holidays.ts'

test.each([
  ['Columbus Day of 2026', '2026-10-12', true],
  ['the earliest Columbus Day', '2029-10-08', true],
  ['the latest Columbus Day', '2024-10-14', true],
  ['the first Monday of October', '2030-10-07', false],
  ['the third Monday of October', '2029-10-15', false],
  ['the Tuesday after it', '2026-10-13', false],
  ['Veterans Day on a Wednesday', '2026-11-11', true],
  ['Veterans Day on a Tuesday', '2025-11-11', true],
  ['the day after it', '2024-11-12', false],
  ['a Saturday, whose Friday is not kept', '2023-11-11', false],
  ['that Friday', '2023-11-10', false],
  ['a Sunday', '2018-11-11', false],
  ['the Monday after it', '2018-11-12', true],
  ['a 12th of another month', '2026-01-12', false],
  ['an 11th of another month', '2026-12-11', false],
])('%s, %s, is a holiday of bonds alone: %s', (_what, day, expected) => {
  expect(isBondHoliday(tradingDay(day))).toBe(expected)
})
