import type { ScoreComponent } from '../../shared/domain/contract/signals.ts'
import { shown, shownPercentile } from '../maths/shown.ts'
import type { ComponentReading } from '../signals/read-components.ts'
import { type Score, score } from './score.ts'

export const scoreReadings = (readings: readonly ComponentReading[]): Score =>
  score(
    readings.map(({ component, reading }) => ({
      key: component.key,
      max: component.max,
      isPillar: component.pillar !== undefined,
      pointsFraction: reading.status === 'ready' ? reading.pointsFraction : null,
      isUncertain: reading.status === 'ready' && reading.inputs.some(({ quality }) => quality !== 'fresh'),
    })),
  )

/** The served score components, each with its inputs. */
export function scoreComponents(readings: readonly ComponentReading[], { parts }: Score): ScoreComponent[] {
  return readings.map(({ component: { key, name }, reading }, index) => {
    const { points, exact, max, contribution } = parts[index]!
    const shared = { key, name, points, points_exact: shown(exact), max, contribution }
    if (reading.status === 'not_ready') {
      return { ...shared, value: 'n/a', percentile: null, reason: reading.reason, inputs: [] }
    }
    const { display, percentile, inputs } = reading
    return { ...shared, value: display, percentile: shownPercentile(percentile), reason: null, inputs: [...inputs] }
  })
}
