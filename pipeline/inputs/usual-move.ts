import { oncePer } from '../maths/once-per.ts'
import { deviationOfChanges } from '../maths/statistics.ts'
import type { DayValue } from './daily-view.ts'
import { PERCENTILE_SESSIONS } from './own-percentile.ts'

/**
 * The standard deviation of the change from one observation to the next over the last year; null without history.
 * Several documents of an evening read it of the same points.
 */
export const usualMove = oncePer((points: readonly DayValue[]): number | null => {
  const values: number[] = []
  for (let at = Math.max(0, points.length - PERCENTILE_SESSIONS - 1); at < points.length; at++)
    values.push(points[at]!.value)
  return deviationOfChanges(values)
})
