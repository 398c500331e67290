import type { Absent, DayValue } from './daily-view.ts'

export const PERCENTILE_SESSIONS = 252
/** Half a year: with fewer sessions a rank describes the sample rather than today. */
export const PERCENTILE_SESSIONS_MIN = 126
export const PERCENTILE_WEEKS = 156
/** Surveys and positioning are seasonal: less than a year of weeks would rank the season. */
const PERCENTILE_WEEKS_MIN = 52

export interface PercentileWindow {
  observations: number
  min: number
  unit: string
  /** The window in words, for sentences. */
  span: string
}

export const LAST_YEAR: PercentileWindow = {
  observations: PERCENTILE_SESSIONS,
  min: PERCENTILE_SESSIONS_MIN,
  unit: 'sessions',
  span: 'last year',
}
/** A year of a weekly series has 52 values, too few to tell a rank of 95 from one of 90. */
export const LAST_THREE_YEARS: PercentileWindow = {
  observations: PERCENTILE_WEEKS,
  min: PERCENTILE_WEEKS_MIN,
  unit: 'weeks',
  span: 'last three years',
}

/** The rank of the last point in its own trailing window, itself included. */
export function ownPercentile(points: readonly DayValue[], window: PercentileWindow = LAST_YEAR): number | Absent {
  const { observations, min, unit } = window
  const have = Math.min(points.length, observations)
  if (have === 0 || have < min) {
    const reason = `a percentile needs ${min} ${unit} of own history, ${have} are known`
    return { status: 'not_ready', reason, have, need: min }
  }
  return rankIf(points, 0, window)
}

/** The rank of the last point if it were higher by `shift`. Every reading calls it often, so it allocates no copy. */
export function rankIf(points: readonly DayValue[], shift: number, { observations } = LAST_YEAR): number {
  const last = points.length - 1
  const first = Math.max(0, points.length - observations)
  const moved = points[last]!.value + shift
  let atOrBelow = 1
  for (let at = first; at < last; at++) if (points[at]!.value <= moved) atOrBelow++
  return (100 * atOrBelow) / (points.length - first)
}

/** The window of a rank over these points in words; a short history states its length. */
export const spanOf = (
  points: readonly DayValue[],
  { observations, unit, span }: PercentileWindow = LAST_YEAR,
): string => (points.length < observations ? `${points.length} ${unit} of history` : span)

/** For display next to a curve that uses levels: null instead of a reason. */
export function percentileOrNull(points: readonly DayValue[]): number | null {
  const percentile = ownPercentile(points)
  return typeof percentile === 'number' ? percentile : null
}
