import type { AlertId } from '../../shared/domain/contract/alert.ts'
import type { Category } from '../../shared/domain/contract/position-read.ts'

/** The move that an alert reports: a fixed one, that of its own change, or none that favours a side. */
export type AlertMove = 'rises' | 'falls' | 'as_changed' | 'either'

interface AlertMeaning {
  /** Null: it is about the data, so it matters to every position. */
  category: Category | null
  move: AlertMove
}

/** The subject of each alert kind. Dealer gamma and correlations make moves larger or stranger, in no direction. */
export const ALERT_MEANINGS: Readonly<Record<AlertId, AlertMeaning>> = {
  WTI_SHOCK: { category: 'oil', move: 'as_changed' },
  OIL_SPIKE: { category: 'oil', move: 'rises' },
  BREAKEVEN_SPIKE: { category: 'rates', move: 'rises' },
  VIX_SPIKE: { category: 'volatility', move: 'rises' },
  VIX_PANIC: { category: 'volatility', move: 'rises' },
  VIX_BACKWARDATION: { category: 'volatility', move: 'rises' },
  HY_OAS_WIDENING: { category: 'credit', move: 'rises' },
  GEX_NEGATIVE: { category: 'index', move: 'either' },
  ZERO_GAMMA_LOST: { category: 'index', move: 'either' },
  BREADTH_COLLAPSE: { category: 'index', move: 'falls' },
  BREADTH_DIVERGENCE: { category: 'index', move: 'falls' },
  CURVE_INVERSION: { category: 'rates', move: 'either' },
  DIX_EXTREME: { category: 'index', move: 'either' },
  DOLLAR_SURGE: { category: 'dollar', move: 'rises' },
  CORRELATION_BREAK: { category: 'index', move: 'either' },
  REGIME_CHANGE: { category: 'index', move: 'either' },
  SOURCE_OUTAGE: { category: null, move: 'either' },
}
