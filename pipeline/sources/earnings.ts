import { isSession } from '../../shared/time/calendar.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import { nasdaqCalendar } from './feeds/nasdaq-calendar.ts'
import { defineSource } from './source.ts'

const DAY_MS = 86_400_000
/** Two days back for what was reported, five weeks ahead for what is coming: held_against reads four weeks. */
const BACK_DAYS = 3
const AHEAD_DAYS = 35
const AHEAD_HISTORY_DAYS = 100

export const earnings = defineSource({
  id: 'earnings',
  attribution: 'Nasdaq (earnings calendar; dates and forecasts by Zacks)',
  gives: { nasdaq: { series: [], also: 'the earnings calendar' } },
  routes: ['/api/v1/company/:ticker/earnings'],
  everyCycle: false,
  at: ['06:45', '19:00'],
  onlyNow: true,
  maxAgeMs: 4 * DAY_MS,
  patienceMs: 10 * 60_000,
  feeds({ day, mode }) {
    const ahead = mode === 'history' ? AHEAD_HISTORY_DAYS : AHEAD_DAYS
    const days = Array.from({ length: BACK_DAYS + ahead + 1 }, (_, at) => addDays(day, at - BACK_DAYS))
    return days.filter(isSession).map(nasdaqCalendar)
  },
})
