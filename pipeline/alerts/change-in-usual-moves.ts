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
  const then = points.at(-1 - sessions)
  const before = points.slice(-usualMoveSessions(sessions), -sessions).map(({ value }) => value)
  if (!now || !then || before.length <= PERCENTILE_SESSIONS_MIN) return null
  const daily = deviationOfChanges(before)
  if (daily === null || daily === 0) return null
  const change = now.value - then.value
  return { change, moves: change / (daily * Math.sqrt(sessions)) }
}
