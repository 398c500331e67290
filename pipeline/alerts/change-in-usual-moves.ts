import { difference, pointBefore } from '../inputs/change-over.ts'
import type { DayValue } from '../inputs/daily-view.ts'
import { PERCENTILE_SESSIONS, PERCENTILE_SESSIONS_MIN } from '../inputs/own-percentile.ts'
import { deviationOfChanges } from '../maths/statistics.ts'

export interface UsualMoves {
  change: number
  /** The change, in units of the series' usual move over as many sessions. */
  moves: number
}

/** The sessions from which a usual move is estimated, plus the sessions of the change itself. */
export const usualMoveSessions = (sessions: number): number => PERCENTILE_SESSIONS + sessions + 1

/**
 * Measures a change against the series' own trailing year of daily changes. The sessions of the change itself are left
 * out, so that a shock does not enlarge its own yardstick. Changes are differences, since oil has been below zero. Null
 * until half a year is known.
 */
export function changeInUsualMoves(points: readonly DayValue[], sessions: number): UsualMoves | null {
  const now = points.at(-1)
  const then = pointBefore(points, sessions)
  if (!now || !then) return null
  const until = points.lastIndexOf(then) + 1
  const before = points.slice(Math.max(0, until - PERCENTILE_SESSIONS - 1), until).map(({ value }) => value)
  if (before.length <= PERCENTILE_SESSIONS_MIN) return null
  const daily = deviationOfChanges(before)
  if (daily === null || daily === 0) return null
  const change = difference(then.value, now.value)
  return { change, moves: change / (daily * Math.sqrt(sessions)) }
}
