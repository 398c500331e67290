import { expect, it } from 'vitest'
import { sessionOn } from './calendar.ts'
import { eastern } from './eastern.ts'
import { reportTimes } from './report-times.ts'
import { tradingDay } from './trading-day.ts'

it.each([
  ['2026-11-20', 28, '16:00:00', '16:20:00'],
  ['2026-11-27', 16, '13:00:00', '13:20:00'],
  ['2026-03-09', 28, '16:00:00', '16:20:00'],
])('%s has %i reports, the last one for the close', (day, count, close, last) => {
  const times = reportTimes(sessionOn(tradingDay(day))!).map((at) => eastern(at).time.slice(0, 8))
  expect(times).toHaveLength(count)
  expect([times[0], times.at(-2), times.at(-1)]).toEqual(['09:30:00', close, last])
})
