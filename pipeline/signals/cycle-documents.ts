import { fedWatch } from '../fed/fed-watch.ts'
import type { MarketInputs } from './market-inputs.ts'

/** Beside the snapshot: what routes serve of a cycle, each kept with it under its key. */
export const cycleDocuments = (inputs: MarketInputs): { key: string; value: object }[] => [
  { key: 'signals/fedwatch', value: fedWatch(inputs) },
]
