import { expect, test } from 'vitest'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { isOfSession } from './seen-price.ts'

test.each([
  ['a second before the open', '2026-11-20', '09:29:59', false],
  ['at the open', '2026-11-20', '09:30:00', true],
  ['on a Saturday', '2026-11-21', '10:00:00', false],
])('a quote %s is of the session or not', (_title, date, time, isOf) => {
  const day = tradingDay(date)
  const quotedAt = new Date(instantAt(day, time.slice(0, 5)).getTime() + 1_000 * Number(time.slice(6)))
  expect(isOfSession({ price: 600, quotedAt }, day)).toBe(isOf)
  expect(isOfSession(undefined, day)).toBe(false)
})
