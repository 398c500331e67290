import {
  CORRELATION_CLASSES,
  type CorrelationKey,
  type Correlations,
} from '../../shared/domain/contract/correlations.ts'
import type { NotReady } from '../../shared/domain/contract/signals.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { correlationPair, EQUITY, type PairDefinition } from './correlation-pair.ts'
import { RANGE_SESSIONS, WINDOW_SESSIONS } from './rolling-correlation.ts'

/** A yield is a rate, so its change is a difference; the others are prices or, as VIX does, behave like one. */
const PAIRS: Readonly<Record<CorrelationKey, PairDefinition>> = {
  vix: { name: 'VIX', series: 'vix_close', measure: 'log_return' },
  dxy: { name: 'DXY', series: 'dxy_close', measure: 'log_return' },
  tnx: { name: 'TNX', series: 'dgs10', measure: 'difference' },
  oil: { name: 'Oil (USO)', series: 'uso_close', measure: 'log_return' },
}

export const correlationSeries: readonly SeriesId[] = [EQUITY, ...Object.values(PAIRS).map(({ series }) => series)]

/** The snapshot's block; not ready only if no pair has a reading. */
export function correlations(inputs: MarketInputs): Correlations | NotReady {
  const pairs = {
    vix: correlationPair(inputs, PAIRS.vix),
    dxy: correlationPair(inputs, PAIRS.dxy),
    tnx: correlationPair(inputs, PAIRS.tnx),
    oil: correlationPair(inputs, PAIRS.oil),
  }
  const all = Object.values(pairs)
  const absent = all.flatMap((pair) => (pair.status === 'not_ready' ? [`${pair.name}: ${pair.reason}`] : []))
  if (absent.length === all.length) return { status: 'not_ready', reason: absent.join('; ') }
  const classes = all.flatMap((pair) => (pair.status === 'ready' && pair.classification ? [pair.classification] : []))
  return {
    status: 'ready',
    classification: CORRELATION_CLASSES.findLast((each) => classes.includes(each)) ?? null,
    window_sessions: WINDOW_SESSIONS,
    range_sessions: RANGE_SESSIONS,
    pairs,
  }
}
