import type { Fragility } from '../../shared/domain/contract/fragility.ts'
import { fedWatch } from '../fed/fed-watch.ts'
import { fragility } from '../fragility/fragility.ts'
import { frontExpiry } from '../gamma/front-expiry.ts'
import { gammaDocument } from '../gamma/gamma-document.ts'
import { gammaRail } from '../gamma/gamma-rail.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import type { SnapshotContext } from '../inputs/snapshot-context.ts'
import { alignment } from '../reads/alignment.ts'
import { cascade } from '../reads/cascade.ts'
import { latestMetrics } from '../reads/latest-metrics.ts'
import { scoreBreakdown } from '../reads/score-breakdown.ts'
import { sentimentComparison } from '../reads/sentiment-comparison.ts'
import { velocity } from '../velocity/velocity.ts'

/** The documents of a cycle other than its snapshot, each stored under the key of the route that serves it. */
export const cycleDocuments = (inputs: MarketInputs, context: SnapshotContext): { key: string; value: object }[] => [
  { key: 'metrics/latest', value: latestMetrics(inputs) },
  { key: 'sentiment-comparison', value: sentimentComparison(inputs) },
  { key: 'signals/alignment', value: alignment(inputs) },
  { key: 'signals/breakdown', value: scoreBreakdown(inputs) },
  { key: 'signals/cascade', value: cascade(inputs) },
  { key: 'signals/fedwatch', value: fedWatch(inputs, context) },
  { key: 'signals/front-expiry', value: frontExpiry(inputs) },
  { key: 'signals/gamma', value: gammaDocument(inputs) },
  { key: 'signals/gamma-rail', value: gammaRail(inputs) },
  { key: 'signals/fragility', value: aged(fragility(inputs)) },
  { key: 'signals/velocity', value: velocity(inputs) },
]

/** At its own cutoff the document's age is zero; the route adds the seconds since then for the newest one. */
const aged = (document: Fragility) => ({ ...document, as_of: { ...document.as_of, age_seconds: 0 } })
