import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { shown, shownPercentile } from '../maths/shown.ts'
import type { ComponentReading } from '../signals/read-components.ts'

type Block = SignalsSnapshot['energy_regime']

/** The reading of the oil component, for readers interested in energy rather than points. */
export const energyRegime = (readings: readonly ComponentReading[]): Block => block(readings, 'oil')

export const inflationExpectations = (readings: readonly ComponentReading[]): Block => block(readings, 'breakevens')

function block(readings: readonly ComponentReading[], key: string): Block {
  const reading = readings.find(({ component }) => component.key === key)?.reading
  if (!reading) return { status: 'not_ready', reason: `no component is called ${key}` }
  if (reading.status === 'not_ready') return reading
  const { value, display, percentile, level, label, inputs } = reading
  return {
    status: 'ready',
    value: shown(value),
    display,
    percentile: shownPercentile(percentile),
    level,
    label,
    inputs: inputs.map((input) => ({ ...input })),
  }
}
