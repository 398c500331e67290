import type { SeriesId } from '../../shared/domain/series.ts'
import { correlationSeries } from '../correlations/correlations.ts'
import { fedSeries } from '../fed/fed-watch.ts'
import { REPLAY_SESSIONS } from '../regime/market-regime.ts'
import type { Component, Reading, ReadyReading } from './component.ts'
import { components } from './index.ts'
import type { MarketInputs } from './market-inputs.ts'

export interface ComponentReading {
  component: Component
  reading: Reading
}
export interface LiveReading {
  component: Component
  reading: ReadyReading
}

export const readComponents = (inputs: MarketInputs): ComponentReading[] =>
  components.map((component) => ({ component, reading: component.read(inputs) }))

export const liveReadings = (readings: readonly ComponentReading[]): LiveReading[] =>
  readings.flatMap(({ component, reading }) => (reading.status === 'ready' ? [{ component, reading }] : []))

/** Beyond the components, the closes that the daily row and reports state, and what the other blocks read. */
export const seriesNeeded: readonly SeriesId[] = [
  ...new Set<SeriesId>([
    ...components.flatMap((component) => component.series),
    'spy_close',
    'spx_close',
    ...correlationSeries,
    ...fedSeries,
  ]),
]

/** The replayed closes each look back over their own trailing window. */
export const sessionsNeeded: number =
  Math.max(...components.map((component) => component.sessionsMax)) + REPLAY_SESSIONS + 1
