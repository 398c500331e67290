import { isSession } from '../../shared/time/calendar.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import { nasdaqDividends, nasdaqSplits } from './feeds/nasdaq-actions.ts'
import { nasdaqCalendar } from './feeds/nasdaq-calendar.ts'
import { defineSource } from './source.ts'

const DAY_MS = 86_400_000
/** Two days back for what was reported, five weeks ahead for what is coming: held_against reads four weeks. */
const BACK_DAYS = 3
const AHEAD_DAYS = 35
const AHEAD_HISTORY_DAYS = 100
/** Dividends are announced weeks ahead; a day is read often enough to be known before it comes. */
const DIVIDEND_DAYS = 14

export const earnings = defineSource({
  id: 'earnings',
  attribution: 'Nasdaq (earnings calendar; dates and forecasts by Zacks; dividends and splits)',
  gives: { nasdaq: { series: [], also: 'the calendars of earnings, dividends and splits' } },
  routes: ['/api/v1/company/:ticker/earnings'],
  everyCycle: false,
  isPartial: true,
  at: ['06:45', '19:00'],
  onlyNow: true,
  maxAgeMs: 4 * DAY_MS,
  patienceMs: 10 * 60_000,
  feeds({ day, mode }) {
    const ahead = mode === 'history' ? AHEAD_HISTORY_DAYS : AHEAD_DAYS
    const days = Array.from({ length: BACK_DAYS + ahead + 1 }, (_, at) => addDays(day, at - BACK_DAYS))
    const coming = Array.from({ length: DIVIDEND_DAYS + 1 }, (_, at) => addDays(day, at))
    return [
      ...days.filter(isSession).map(nasdaqCalendar),
      ...coming.filter(isSession).map(nasdaqDividends),
      nasdaqSplits,
    ]
  },
})
