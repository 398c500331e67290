import type { Fragility } from '../../shared/domain/fragility.ts'
import { fedWatch } from '../fed/fed-watch.ts'
import { fragility } from '../fragility/fragility.ts'
import { gammaDocument } from '../gamma/gamma-document.ts'
import type { MarketInputs } from './market-inputs.ts'
import type { SnapshotContext } from './snapshot-context.ts'

/** Beside the snapshot: what routes serve of a cycle, each kept with it under its key. */
export const cycleDocuments = (inputs: MarketInputs, context: SnapshotContext): { key: string; value: object }[] => [
  { key: 'signals/fedwatch', value: fedWatch(inputs, context) },
  { key: 'signals/gamma', value: gammaDocument(inputs) },
  { key: 'signals/fragility', value: aged(fragility(inputs)) },
]

/** As of its own cutoff it is no second old; the route counts on from there for the newest one. */
const aged = (document: Fragility) => ({ ...document, as_of: { ...document.as_of, age_seconds: 0 } })
