import type { SeriesId } from '../../shared/domain/market/series.ts'
import { counted } from '../../shared/domain/number-words.ts'
import { sessionOnOrBefore, sessionsBetween } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { isRelease, newestPublished } from '../sources/publication-lag.ts'
import type { MarketInputs } from './market-inputs.ts'

/** We fetch a value at our slot after its publication; until then it is not late. */
const FETCH_GRACE_MS = 75 * 60_000

/**
 * A value may be so many sessions late and still be read, counted from the publication table rather than from today.
 * Last week's volatility does not describe today; a weekly dollar index or survey may miss a release or two.
 */
const SESSIONS_LATE_MAX: Partial<Record<SeriesId, number>> = {
  dtwexbgs: 10,
  wti: 10,
  aaii_bullish: 10,
  aaii_neutral: 10,
  aaii_bearish: 10,
  cot_es_noncommercial_net: 10,
  cot_es_commercial_net: 10,
  cot_es_open_interest: 10,
}
const SESSIONS_LATE_MAX_DEFAULT = 3

export interface Freshness {
  /** A newer value should be here by now. */
  late: boolean
  /** The reason why the value is too old to be read at all; null if it is not. */
  tooOld: string | null
}

/** Returns whether a newer value than this is public, without the time that a healthy feed needs to fetch it. */
export const newerIsPublic = (
  series: SeriesId,
  day: TradingDay,
  { cutoff, day: today }: Pick<MarketInputs, 'cutoff' | 'day'>,
): boolean => !isRelease(series, day, newestPublished(series, cutoff, today, 0))

export function freshness(
  series: SeriesId,
  day: TradingDay,
  { cutoff, day: today, fetchGraceMs = FETCH_GRACE_MS }: Pick<MarketInputs, 'cutoff' | 'day' | 'fetchGraceMs'>,
): Freshness {
  const due = newestPublished(series, cutoff, today, fetchGraceMs)
  if (isRelease(series, day, due)) return { late: false, tooOld: null }
  const sessionsLate = sessionsBetween(sessionOnOrBefore(day).day, sessionOnOrBefore(due).day).length - 1
  const allowed = SESSIONS_LATE_MAX[series] ?? SESSIONS_LATE_MAX_DEFAULT
  if (sessionsLate <= allowed) return { late: true, tooOld: null }
  return {
    late: true,
    tooOld: `the newest ${series} is for ${day}, ${counted(sessionsLate, 'session')} before the newest published value (at most ${allowed} are accepted)`,
  }
}
