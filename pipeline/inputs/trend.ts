import type { Trend } from '../../shared/domain/contract/signals.ts'
import { deviationOfChanges, mean } from '../maths/statistics.ts'
import type { DayValue } from './daily-view.ts'

const AVERAGE_SESSIONS = 5
/** A year of sessions, as for percentiles. */
export const TREND_SESSIONS = 252
/** A move of less than a quarter of an ordinary day's counts as flat. */
const FLAT_DEVIATIONS = 0.25

/** `points` has one value per session, oldest first, so `previous` is a session ago, not a cycle ago. */
export function trend(points: readonly DayValue[]): Trend | null {
  const values: number[] = []
  for (let at = Math.max(0, points.length - TREND_SESSIONS - 1); at < points.length; at++)
    values.push(points[at]!.value)
  const current = values.at(-1)
  if (current === undefined) return null
  const average = values.length < AVERAGE_SESSIONS ? null : mean(values.slice(-AVERAGE_SESSIONS))
  const deviation = deviationOfChanges(values)
  return {
    current,
    previous: values.at(-2) ?? null,
    avg_5d: average,
    direction: direction(current, average, deviation),
  }
}

function direction(current: number, average: number | null, deviation: number | null): Trend['direction'] {
  if (average === null || deviation === null) return 'flat'
  const distance = current - average
  if (Math.abs(distance) < FLAT_DEVIATIONS * deviation || distance === 0) return 'flat'
  return distance > 0 ? 'rising' : 'falling'
}
