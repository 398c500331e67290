import { expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { runMoment, sessionsFrom } from './moment.ts'

test.each([
  ['am', '2026-03-04', '2026-03-04T10:30:00-05:00'],
  ['pm', '2026-03-04', '2026-03-04T17:30:00-05:00'],
  ['pm', '2026-07-01', '2026-07-01T17:30:00-04:00'],
] as const)('the %s run of %s is at %s', (slot, day, at) => {
  expect(runMoment(tradingDay(day), slot)).toEqual({ day, slot, at })
})

test.each([
  ['2026-11-25', '2026-11-25', 0],
  ['2026-11-25', '2026-11-27', 1],
  ['2026-11-25', '2026-11-30', 2],
])('from %s to %s there are %i sessions', (from, to, sessions) => {
  expect(sessionsFrom(tradingDay(from), tradingDay(to))).toBe(sessions)
})
