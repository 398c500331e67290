import type { VelocitySpan } from '../../shared/domain/contract/velocity.ts'
import type { PercentileWindow } from '../inputs/own-percentile.ts'
import { percentileRank } from '../maths/percentile-rank.ts'
import { shown, shownPercentile } from '../maths/shown.ts'
import { standardDeviation } from '../maths/statistics.ts'
import type { ReadyReading } from '../signals/component.ts'

/** Less than any curve can mean: rounding of sums is no improvement. */
const A_HAIR = 1e-9

interface Measured {
  steps: number
  window: PercentileWindow
  /** Points of the score the signal can earn. */
  max: number
}

/**
 * The newest change over some steps beside the changes over as many steps before it. The usual change leaves the newest
 * one out, so that a shock is not measured by itself; the percentile ranks it among all, as everywhere. Null when there
 * is no value so long ago.
 */
export function velocitySpan(reading: ReadyReading, { steps, window, max }: Measured): VelocitySpan | null {
  const { points } = reading
  const last = points.at(-1)
  const then = points.at(-1 - steps)
  if (!last || !then) return null
  const change = last.value - then.value
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
    health: Math.abs(worth) < A_HAIR ? 'unchanged' : worth > 0 ? 'improving' : 'worsening',
    score_points: shown(worth),
    reason: reasonOf(usual, past.length, window),
  }
}

function reasonOf(usual: number | null, have: number, { min, unit }: PercentileWindow): string | null {
  if (usual === null) return `a usual move takes ${min} changes of own history (${unit}), ${have} are known`
  return usual === 0 ? 'it has not moved in its own history' : null
}

/** Without the newest one. */
function changesBefore(values: readonly number[], steps: number, atMost: number): number[] {
  const known = values.slice(-atMost - steps - 1, -1)
  return known.slice(steps).map((value, index) => value - known[index]!)
}
