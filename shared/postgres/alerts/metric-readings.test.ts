import { expect, test } from 'vitest'
import { tradingDay } from '../../time/trading-day.ts'
import { observedOn } from './metric-readings.ts'

test.each([
  ['a regular session', '2026-11-30', '2026-11-30T21:00:00.000Z'],
  [
    'a half-day, so that no value ages between its report of 13:20 and the next session',
    '2026-11-27',
    '2026-11-27T18:00:00.000Z',
  ],
  ['a holiday', '2026-11-26', '2026-11-26T21:00:00.000Z'],
  ['a session of the other half of the year', '2026-07-02', '2026-07-02T20:00:00.000Z'],
])('a value without an instant is that of the close of %s', (_, day, instant) => {
  expect(observedOn(tradingDay(day)).toISOString()).toBe(instant)
})
