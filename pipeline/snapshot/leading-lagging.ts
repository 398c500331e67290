import type { SignalKey } from '../../shared/domain/contract/transition.ts'
import { type ComponentReading, type LiveReading, liveReadings } from '../signals/read-components.ts'

/** Components that tend to move before prices: positioning, the price of credit and insurance, the curve. */
const LEADING: readonly SignalKey[] = ['dix', 'gex', 'hy_oas', 'vix_term', 'skew', 'yield_curve', 'cot']
/** Half a level; a smaller gap counts as agreement. */
const GAP_MIN = 0.1

/** Compares the leading with the confirming components. It describes the present and forecasts nothing. */
export function leadingLaggingRead(readings: readonly ComponentReading[]): string {
  const live = liveReadings(readings)
  const leading = live.filter(({ component }) => LEADING.includes(component.key))
  const confirming = live.filter(({ component }) => !LEADING.includes(component.key))
  const shares = { leading: share(leading), confirming: share(confirming) }
  if (shares.leading === null || shares.confirming === null) {
    const missing = shares.leading === null ? 'leading' : 'confirming'
    return `No comparison: no ${missing} component has a reading (${live.length} of ${readings.length} are live).`
  }
  const gap = shares.leading - shares.confirming
  const verdict =
    Math.abs(gap) < GAP_MIN
      ? 'The two groups agree.'
      : `The leading group is ${gap > 0 ? 'stronger' : 'weaker'} than the confirming one.`
  return [group('Leading', leading, shares.leading), group('Confirming', confirming, shares.confirming), verdict].join(
    ' ',
  )
}

function share(readings: readonly LiveReading[]): number | null {
  const max = readings.reduce((sum, { component }) => sum + component.max, 0)
  const points = readings.reduce((sum, { component, reading }) => sum + component.max * reading.pointsFraction, 0)
  return max === 0 ? null : points / max
}

/** Rank and age are already in the reason of the regime and in the table of components. */
const named = ({ component, reading }: LiveReading): string => `${component.name} ${reading.display}`

function group(name: string, readings: readonly LiveReading[], fraction: number): string {
  const ranked = [...readings].sort((a, b) => b.reading.pointsFraction - a.reading.pointsFraction)
  const best = ranked[0]
  const worst = ranked.at(-1)
  const extremes = [best && `strongest ${named(best)}`, worst && worst !== best && `weakest ${named(worst)}`].filter(
    Boolean,
  )
  return `${name} components (${readings.length}) hold ${Math.round(100 * fraction)} % of their points: ${extremes.join(', ')}.`
}
