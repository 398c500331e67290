import type { AlertId } from '../../shared/domain/contract/alert.ts'
import type { DailyMetric, StateMetric } from '../../shared/domain/contract/metrics.ts'
import type { Category } from '../../shared/domain/contract/position-read.ts'

/** The move that an alert reports: a fixed direction, the direction of its own change, or none that favours a side. */
export type AlertMove = 'rises' | 'falls' | 'as_changed' | 'either'

interface AlertMeaning {
  /** Null: it is about the data, so it matters to every position. */
  category: Category | null
  move: AlertMove
}

/**
 * The category of each alert kind. Dealer gamma and correlations make moves larger or stranger, without a direction.
 */
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

const VOLATILITY = { category: 'volatility', isDirect: true } as const
const RATES = { category: 'rates', isDirect: true } as const
const STOCKS = { category: 'index', isDirect: true } as const
/** A state of the whole market, which names no direction. */
const STATE = { category: 'index', isDirect: false } as const

interface MetricMeaning {
  category: Category
  /** True if a rise of the metric is a rise of the category's figure; otherwise the metric has no direction. */
  isDirect: boolean
}

/** The category of each metric that a custom alert may watch. */
const METRIC_MEANINGS: Readonly<Record<DailyMetric | StateMetric, MetricMeaning>> = {
  health_score: STATE,
  score_low: STATE,
  score_high: STATE,
  live_points: STATE,
  fragility: STATE,
  alignment: STATE,
  spy_close: STOCKS,
  breadth: STOCKS,
  breadth_200dma: STOCKS,
  dix: STATE,
  gex: STATE,
  call_wall: STATE,
  put_wall: STATE,
  zero_gamma: STATE,
  max_pain: STATE,
  aaii: STATE,
  cot: STATE,
  vix_close: VOLATILITY,
  vix3m_close: VOLATILITY,
  vix_term: VOLATILITY,
  expected_move: VOLATILITY,
  skew: { category: 'volatility', isDirect: false },
  hy_oas: { category: 'credit', isDirect: true },
  breakevens: RATES,
  breakeven_5y: RATES,
  treasury_10y: RATES,
  fed_funds: RATES,
  fed_target_upper: RATES,
  fed_target_lower: RATES,
  yield_curve: { category: 'rates', isDirect: false },
  curve_10y3m: { category: 'rates', isDirect: false },
  oil: { category: 'oil', isDirect: true },
  dollar: { category: 'dollar', isDirect: true },
}

/** Null for a metric that has left the catalogue. */
export const metricMeaning = (metric: string): MetricMeaning | null =>
  Object.hasOwn(METRIC_MEANINGS, metric) ? METRIC_MEANINGS[metric as keyof typeof METRIC_MEANINGS] : null
