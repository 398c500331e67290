import type { SeriesId } from '../../shared/domain/market/series.ts'
import { isSession, nextSession } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { oncePerDay } from '../../shared/time/once-per-day.ts'
import { addDays, isoWeek, type TradingDay, weekday } from '../../shared/time/trading-day.ts'
import { isBondHoliday } from './bond-holidays.ts'
import { cotDelayedUntil } from './cot-delays.ts'
import { isFederalFriday } from './federal-fridays.ts'

type Calendar = 'exchange' | 'bonds' | 'offices' | 'every_day'
interface Lag {
  /** The calendar whose business days are counted, and on which a daily series has values. */
  calendar: Calendar
  /**
   * Business days after the day itself; 'h10' is the Fed's weekly release on the Monday after, 'own_thursday' the
   * Thursday of the survey's own week.
   */
  days: number | 'h10' | 'own_thursday'
  time: string
  /** For a weekly series, the weekday (1 is Monday) on which its values are dated. */
  weekly?: { dated: number; beforeHoliday: boolean }
  /** For a series with values on days without a release: they are published on business days of this calendar alone. */
  releasedOn?: Calendar
  /** The release of a single value that came later than the rule states. */
  delayedUntil?: (day: TradingDay) => TradingDay | null
}

/** A rule with its release days. Series that share a rule share what is remembered of it. */
interface ReleaseRule extends Lag {
  publishedAt: (day: TradingDay) => Date
  publishedOn: (day: TradingDay) => TradingDay
}

function releaseRule(lag: Lag): ReleaseRule {
  const publishedAt = oncePerDay((day) => released(lag, day))
  return { ...lag, publishedAt, publishedOn: oncePerDay((day) => eastern(publishedAt(day)).day) }
}

/** Closes, DIX and GEX of a session count as known at 20:00 ET of that day, when the final daily row is computed. */
const SAME_EVENING = releaseRule({ calendar: 'exchange', days: 0, time: '20:00' })
/** ICE indices appear at about 10:13 on the next business day; our slot is 10:30. */
const NEXT_MORNING = releaseRule({ calendar: 'bonds', days: 1, time: '10:30' })
/** The spreads appear the same day at about 17:01, but a missed evening must not count as a failure before the open. */
const BY_NEXT_OPEN = releaseRule({ calendar: 'bonds', days: 1, time: '09:30' })
/** H.15 is published on the next business day of the Federal Reserve's offices, between 16:15 and 17:15. */
const NEXT_EVENING = releaseRule({ calendar: 'bonds', days: 1, time: '17:15', releasedOn: 'offices' })

/** The survey ends on Wednesday night and is published on Thursday morning, holiday or not. */
const AAII = releaseRule({
  calendar: 'every_day',
  days: 'own_thursday',
  time: '10:00',
  weekly: { dated: 4, beforeHoliday: false },
})
/** Tuesday's positions are published on Friday; a federal holiday in between moves the release by a business day. */
const COT = releaseRule({
  calendar: 'offices',
  days: 3,
  time: '15:30',
  weekly: { dated: 2, beforeHoliday: true },
  delayedUntil: cotDelayedUntil,
})

/** When a value of a series becomes public. The same table decides whether a feed is late and what history knew. */
const RULES: Readonly<Record<SeriesId, ReleaseRule>> = {
  vix_close: SAME_EVENING,
  vix9d_close: SAME_EVENING,
  vix3m_close: SAME_EVENING,
  skew_close: SAME_EVENING,
  vvix_close: SAME_EVENING,
  spy_close: SAME_EVENING,
  spx_close: SAME_EVENING,
  dix: SAME_EVENING,
  gex_own: SAME_EVENING,
  gex_own_sign: SAME_EVENING,
  gex_vendor: SAME_EVENING,
  finra_short_share: SAME_EVENING,
  hy_oas: NEXT_MORNING,
  t10y2y: BY_NEXT_OPEN,
  t10y3m: BY_NEXT_OPEN,
  t5yie: BY_NEXT_OPEN,
  t10yie: BY_NEXT_OPEN,
  baa10y: NEXT_EVENING,
  dgs10: NEXT_EVENING,
  /** The rates of rest days come out on the next business day. */
  dff: releaseRule({ calendar: 'every_day', days: 1, time: '17:15', releasedOn: 'bonds' }),
  fed_target_upper: releaseRule({ calendar: 'every_day', days: 0, time: '17:15', releasedOn: 'bonds' }),
  fed_target_lower: releaseRule({ calendar: 'every_day', days: 0, time: '17:15', releasedOn: 'bonds' }),
  dtwexbgs: releaseRule({ calendar: 'bonds', days: 'h10', time: '17:15' }),
  /** EIA's batches come two to five business days late; the slowest counts, so that history never knows too early. */
  wti: releaseRule({ calendar: 'bonds', days: 5, time: '17:15' }),
  pct_above_50dma: SAME_EVENING,
  pct_above_200dma: SAME_EVENING,
  aaii_bullish: AAII,
  aaii_neutral: AAII,
  aaii_bearish: AAII,
  cot_es_noncommercial_net: COT,
  cot_es_commercial_net: COT,
  cot_es_open_interest: COT,
  putcall_total: SAME_EVENING,
  putcall_equity: SAME_EVENING,
  putcall_index: SAME_EVENING,
  dxy_close: SAME_EVENING,
  uso_close: SAME_EVENING,
  uup_adjclose: SAME_EVENING,
  tlt_adjclose: SAME_EVENING,
  hyg_adjclose: SAME_EVENING,
  xlb_adjclose: SAME_EVENING,
  xlc_adjclose: SAME_EVENING,
  xle_adjclose: SAME_EVENING,
  xlf_adjclose: SAME_EVENING,
  xli_adjclose: SAME_EVENING,
  xlk_adjclose: SAME_EVENING,
  xlp_adjclose: SAME_EVENING,
  xlre_adjclose: SAME_EVENING,
  xlu_adjclose: SAME_EVENING,
  xlv_adjclose: SAME_EVENING,
  xly_adjclose: SAME_EVENING,
}

/**
 * Returns whether a value of this day can be genuine. Rates and the dollar are sometimes published for a Good Friday,
 * which is not a session; neither kind has a value for a Saturday or Sunday.
 */
export function canBeObserved(series: SeriesId, day: TradingDay): boolean {
  const { calendar, weekly } = RULES[series]
  if (weekly !== undefined || calendar === 'every_day') return true
  return calendar === 'exchange' ? isSession(day) : weekday(day) <= FRIDAY
}

/** Returns whether the series has a value for this day at all. */
export function isObserved(series: SeriesId, day: TradingDay): boolean {
  const { calendar, weekly } = RULES[series]
  if (!weekly) return isBusinessDay(calendar, day)
  if (!weekly.beforeHoliday) return weekday(day) === weekly.dated
  const dated = addDays(day, weekly.dated - weekday(day))
  return day === (isSession(dated) ? dated : addDays(dated, -1))
}

function isBusinessDay(calendar: Calendar, day: TradingDay): boolean {
  if (calendar === 'every_day') return true
  if (!isSession(day)) return false
  if (calendar === 'exchange') return true
  return !isBondHoliday(day) && !(calendar === 'offices' && isFederalFriday(day))
}

function nextBusinessDay(calendar: Calendar, day: TradingDay): TradingDay {
  if (calendar === 'every_day') return addDays(day, 1)
  let next = nextSession(day).day
  while (!isBusinessDay(calendar, next)) next = nextSession(next).day
  return next
}

export const publishedAt = (series: SeriesId, day: TradingDay): Date => RULES[series].publishedAt(day)

/** The Eastern day of `publishedAt`. A session is judged in its evening, and no release of a day is later than that. */
export const publishedOn = (series: SeriesId, day: TradingDay): TradingDay => RULES[series].publishedOn(day)

function released({ calendar, days, time, weekly, releasedOn, delayedUntil }: Lag, day: TradingDay): Date {
  const delayed = delayedUntil?.(day)
  if (delayed) return instantAt(delayed, time)
  if (days === 'own_thursday') return instantAt(addDays(day, Math.max(0, THURSDAY - weekday(day))), time)
  if (days === 'h10') {
    const monday = addDays(day, 8 - weekday(day))
    return instantAt(isBusinessDay(calendar, monday) ? monday : nextBusinessDay(calendar, monday), time)
  }
  // A report dated the Monday before a holiday is published with its week, not a day earlier.
  let on = weekly && weekday(day) < weekly.dated ? addDays(day, weekly.dated - weekday(day)) : day
  for (let step = 0; step < days; step++) on = nextBusinessDay(calendar, on)
  if (releasedOn && !isBusinessDay(releasedOn, on)) on = nextBusinessDay(releasedOn, on)
  return instantAt(on, time)
}

const THURSDAY = 4
const FRIDAY = 5

/** The longest gap so far: the positioning report of 23 September 2025 was the newest for 57 days. */
const LATEST_DAYS_MAX = 70

/** The newest day whose value has been public for at least `graceMs`: a healthy feed must have it. */
export function newestPublished(series: SeriesId, at: Date, today: TradingDay, graceMs: number): TradingDay {
  for (let back = 0; back < LATEST_DAYS_MAX; back++) {
    const day = addDays(today, -back)
    if (isObserved(series, day) && publishedAt(series, day).getTime() + graceMs <= at.getTime()) return day
  }
  return addDays(today, -LATEST_DAYS_MAX)
}

/** Returns whether a value of `day` is the release that is due: vendors date a weekly value a day earlier or later. */
export const isRelease = (series: SeriesId, day: TradingDay, due: TradingDay): boolean =>
  day >= due || (RULES[series].weekly !== undefined && isoWeek(day) === isoWeek(due))
