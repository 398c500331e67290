import type { Trend } from '../../shared/domain/contract/signals.ts'
import { mean } from '../maths/statistics.ts'
import type { DayValue } from './daily-view.ts'
import { usualMove } from './usual-move.ts'

const AVERAGE_SESSIONS = 5
/** A year of sessions, as for percentiles. */
export const TREND_SESSIONS = 252
/** A move of less than a quarter of an ordinary day's counts as flat. */
const FLAT_DEVIATIONS = 0.25

/** `points` has one value per session, oldest first, so `previous` is a session ago, not a cycle ago. */
export function trend(points: readonly DayValue[]): Trend | null {
  const current = points.at(-1)?.value
  if (current === undefined) return null
  const latest = points.slice(-AVERAGE_SESSIONS).map(({ value }) => value)
  const average = latest.length < AVERAGE_SESSIONS ? null : mean(latest)
  return {
    current,
    previous: points.at(-2)?.value ?? null,
    avg_5d: average,
    direction: direction(current, average, usualMove(points)),
  }
}

function direction(current: number, average: number | null, deviation: number | null): Trend['direction'] {
  if (average === null || deviation === null) return 'flat'
  const distance = current - average
  if (Math.abs(distance) < FLAT_DEVIATIONS * deviation || distance === 0) return 'flat'
  return distance > 0 ? 'rising' : 'falling'
}
