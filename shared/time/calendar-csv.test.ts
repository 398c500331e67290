import { expect, it } from 'vitest'
import { calendarCsv } from './calendar-csv.ts'
import { tradingDay } from './trading-day.ts'

it('the calendar file has one line per session and marks half-days', () => {
  expect(calendarCsv(tradingDay('2026-11-25'), tradingDay('2026-11-30'))).toBe(
    'date,open,close,early_close\n2026-11-25,09:30,16:00,0\n2026-11-27,09:30,13:00,1\n2026-11-30,09:30,16:00,0\n',
  )
})

it('the calendar file has only its header when the range has no session', () => {
  expect(calendarCsv(tradingDay('2026-11-21'), tradingDay('2026-11-22'))).toBe('date,open,close,early_close\n')
})
