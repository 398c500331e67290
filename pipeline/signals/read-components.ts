import type { MarketInputs } from '../inputs/market-inputs.ts'
import { oncePer } from '../maths/once-per.ts'
import type { Component, Reading, ReadyReading } from './component.ts'
import { components } from './index.ts'

export interface ComponentReading {
  component: Component
  reading: Reading
}
export interface LiveReading {
  component: Component
  reading: ReadyReading
}

/** Several documents of a cycle read the same inputs. */
export const readComponents = oncePer((inputs: MarketInputs): readonly ComponentReading[] =>
  components.map((component) => ({ component, reading: component.read(inputs) })),
)

export const liveReadings = (readings: readonly ComponentReading[]): LiveReading[] =>
  readings.flatMap(({ component, reading }) => (reading.status === 'ready' ? [{ component, reading }] : []))
