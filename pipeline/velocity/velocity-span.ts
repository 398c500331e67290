import type { VelocitySpan } from '../../shared/domain/contract/velocity.ts'
import { difference } from '../inputs/change-over.ts'
import type { PercentileWindow } from '../inputs/own-percentile.ts'
import { percentileRank } from '../maths/percentile-rank.ts'
import { shown, shownPercentile } from '../maths/shown.ts'
import { standardDeviation } from '../maths/statistics.ts'
import type { ReadyReading } from '../signals/component.ts'

/** A smaller difference is the rounding of sums, not an improvement. */
const ROUNDING = 1e-9

interface SpanOptions {
  steps: number
  window: PercentileWindow
  /** The points of the score that the signal can earn. */
  max: number
}

/**
 * The newest change over some steps against the earlier changes over as many steps. The usual change excludes the
 * newest one, so that a shock is not measured against itself; the percentile ranks it among all, as elsewhere. Null if
 * the history is shorter than the steps.
 */
export function velocitySpan(reading: ReadyReading, { steps, window, max }: SpanOptions): VelocitySpan | null {
  const { points } = reading
  const last = points.at(-1)
  const then = points.at(-1 - steps)
  if (!last || !then) return null
  const change = difference(then.value, last.value)
  const past = changesBefore(
    points.map(({ value }) => value),
    steps,
    window.observations,
  )
  const usual = past.length < window.min ? null : standardDeviation(past)
  const sizes = [...past, change].map(Math.abs)
  const worth = max * (reading.pointsFraction - reading.fractionIf(-change))
  return {
    steps,
    from: then.day,
    change: shown(change),
    z: usual === null || usual === 0 ? null : shown(change / usual),
    usual_change: usual === null ? null : shown(usual),
    percentile: usual === null ? null : shownPercentile(percentileRank(sizes, Math.abs(change))),
    n: past.length,
    n_independent: Math.floor(past.length / steps),
    health: Math.abs(worth) < ROUNDING ? 'unchanged' : worth > 0 ? 'improving' : 'worsening',
    score_points: shown(worth),
    reason: reasonOf(usual, past.length, window),
  }
}

function reasonOf(usual: number | null, have: number, { min, unit }: PercentileWindow): string | null {
  if (usual === null) return `a usual move takes ${min} changes of own history (${unit}), ${have} are known`
  return usual === 0 ? 'it has not moved in its own history' : null
}

/** Every change but the newest. */
function changesBefore(values: readonly number[], steps: number, atMost: number): number[] {
  const known = values.slice(-atMost - steps - 1, -1)
  return known.slice(steps).map((value, index) => difference(known[index]!, value))
}
