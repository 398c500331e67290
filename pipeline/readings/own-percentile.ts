import { percentileRank } from '../maths/percentile-rank.ts'
import type { Absent, DayValue } from './daily-view.ts'

export const PERCENTILE_SESSIONS = 252
/** Half a year: below it a rank says more about the sample than about today. */
export const PERCENTILE_SESSIONS_MIN = 126

/** Rank of the last point in its own trailing sessions, itself included. */
export function ownPercentile(points: readonly DayValue[]): number | Absent {
  const window = points.slice(-PERCENTILE_SESSIONS).map(({ value }) => value)
  const current = window.at(-1)
  if (current === undefined || window.length < PERCENTILE_SESSIONS_MIN) {
    return {
      status: 'not_ready',
      reason: `a percentile needs ${PERCENTILE_SESSIONS_MIN} sessions of own history, ${window.length} are known`,
      have: window.length,
      need: PERCENTILE_SESSIONS_MIN,
    }
  }
  return percentileRank(window, current) ?? 0
}

/** For display beside a curve that uses levels: absent instead of a reason. */
export function percentileOrNull(points: readonly DayValue[]): number | null {
  const percentile = ownPercentile(points)
  return typeof percentile === 'number' ? percentile : null
}
