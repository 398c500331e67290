import type { SeriesId } from '../../shared/domain/series.ts'
import { isSession, nextSession } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay, weekday } from '../../shared/time/trading-day.ts'
import { isBondHoliday } from './bond-holidays.ts'

type Calendar = 'exchange' | 'bonds' | 'every_day'
interface Lag {
  calendar: Calendar
  /** Business days of the series' own calendar; 'h10' is the Fed's weekly release on the Monday after. */
  days: number | 'h10'
  time: string
}

/** Closes, DIX and GEX of a session count as known at 20:00 ET of that day, as the final daily row assumes. */
const SAME_EVENING: Lag = { calendar: 'exchange', days: 0, time: '20:00' }
/** ICE indices appear about 10:13 the next business day; our slot asks at 10:30. */
const NEXT_MORNING: Lag = { calendar: 'bonds', days: 1, time: '10:30' }
/** The spreads appear the same day about 17:01, but a missed evening must not look like a failure before the open. */
const BY_NEXT_OPEN: Lag = { calendar: 'bonds', days: 1, time: '09:30' }
/** H.15 of the next business day, 16:15 to 17:15. */
const NEXT_EVENING: Lag = { calendar: 'bonds', days: 1, time: '17:15' }

/** When the public can know a value of a series. One table, live (is it late?) and in history (was it known?). */
const LAGS: Readonly<Record<SeriesId, Lag>> = {
  vix_close: SAME_EVENING,
  vix9d_close: SAME_EVENING,
  vix3m_close: SAME_EVENING,
  skew_close: SAME_EVENING,
  vvix_close: SAME_EVENING,
  spy_close: SAME_EVENING,
  spx_close: SAME_EVENING,
  dix: SAME_EVENING,
  gex_own: SAME_EVENING,
  gex_vendor: SAME_EVENING,
  finra_short_share: SAME_EVENING,
  hy_oas: NEXT_MORNING,
  t10y2y: BY_NEXT_OPEN,
  t10y3m: BY_NEXT_OPEN,
  t5yie: BY_NEXT_OPEN,
  t10yie: BY_NEXT_OPEN,
  baa10y: NEXT_EVENING,
  dgs10: NEXT_EVENING,
  dff: { calendar: 'every_day', days: 1, time: '17:15' },
  fed_target_upper: { calendar: 'every_day', days: 0, time: '17:15' },
  fed_target_lower: { calendar: 'every_day', days: 0, time: '17:15' },
  dtwexbgs: { calendar: 'bonds', days: 'h10', time: '17:15' },
  /** EIA's batches come two to five business days late: the slow end, so that history never knows too early. */
  wti: { calendar: 'bonds', days: 5, time: '17:15' },
}

/** Whether the series has a value for this day at all. */
export function isObserved(series: SeriesId, day: TradingDay): boolean {
  const { calendar } = LAGS[series]
  return calendar === 'every_day' || (isSession(day) && !(calendar === 'bonds' && isBondHoliday(day)))
}

function nextDay(series: SeriesId, day: TradingDay): TradingDay {
  if (LAGS[series].calendar === 'every_day') return addDays(day, 1)
  let next = nextSession(day).day
  while (!isObserved(series, next)) next = nextSession(next).day
  return next
}

export function publishedAt(series: SeriesId, day: TradingDay): Date {
  const { days, time } = LAGS[series]
  if (days === 'h10') {
    const monday = addDays(day, 8 - weekday(day))
    return instantAt(isObserved(series, monday) ? monday : nextDay(series, monday), time)
  }
  let on = day
  for (let step = 0; step < days; step++) on = nextDay(series, on)
  return instantAt(on, time)
}

/** No series is later than the dollar index of a Monday before a long weekend. */
const LATEST_DAYS_MAX = 30

/** The newest day whose value has been public for at least `graceMs`: what a healthy feed must have. */
export function newestPublished(series: SeriesId, at: Date, today: TradingDay, graceMs: number): TradingDay {
  for (let back = 0; back < LATEST_DAYS_MAX; back++) {
    const day = addDays(today, -back)
    if (isObserved(series, day) && publishedAt(series, day).getTime() + graceMs <= at.getTime()) return day
  }
  return addDays(today, -LATEST_DAYS_MAX)
}
