import { z } from 'zod'

export interface MetricDefinition<Name extends string = string> {
  metric: Name
  label: string
  unit: string
  aliases: readonly string[]
}

const defineMetric = <const Name extends string>(
  metric: Name,
  label: string,
  unit: string,
  ...aliases: string[]
): MetricDefinition<Name> => ({
  metric,
  label,
  unit,
  aliases,
})

/** Metrics of the daily row, which have a history. A name is never reused for another meaning. */
export const DAILY_METRICS = [
  defineMetric('health_score', 'Health score', 'points of 100', 'score', 'health'),
  defineMetric('score_low', 'Lower bound of the score', 'points of 100'),
  defineMetric('score_high', 'Upper bound of the score', 'points of 100'),
  defineMetric('live_points', 'Points with a reading', 'points of 100'),
  defineMetric('spy_close', 'SPY', 'dollars', 'spy'),
  defineMetric('vix_close', 'VIX', 'index points', 'vix'),
  defineMetric('vix_term', 'VIX term structure', 'ratio', 'vix_term_structure', 'term_structure'),
  defineMetric('skew', 'SKEW', 'index points', 'skew_close'),
  defineMetric('dix', 'DIX', 'fraction', 'dark_pool'),
  defineMetric('gex', 'Dealer gamma', 'dollars per 1 % move', 'gamma', 'net_gamma'),
  defineMetric('hy_oas', 'High-yield spread', 'percent', 'oas', 'credit'),
  defineMetric('yield_curve', 'Yield curve 10y less 2y', 'percentage points', 'curve', '2s10s', 't10y2y'),
  defineMetric('dollar', 'Broad dollar', 'index points', 'usd', 'dtwexbgs'),
  defineMetric('oil', 'WTI', 'dollars per barrel', 'wti'),
  defineMetric('breakevens', 'Breakeven inflation 10y', 'percent', 'breakeven', 't10yie'),
  defineMetric('breadth', 'Members above their 50-day average', 'percent', 'pct_above_50dma', 'breadth_50dma'),
  defineMetric('aaii', 'Bulls less bears', 'fraction', 'sentiment', 'bull_bear'),
  defineMetric('cot', 'Net speculative E-mini positions', 'contracts', 'positioning'),
]

export type DailyMetric = (typeof DAILY_METRICS)[number]['metric']

/** Metrics that only the newest state has. */
export const STATE_METRICS = [
  defineMetric('fragility', 'Fragility', 'points of 100'),
  defineMetric('alignment', 'Net alignment of the signals', 'points from -100 to 100', 'net_alignment'),
  defineMetric('vix3m_close', 'VIX3M', 'index points', 'vix3m'),
  defineMetric('breadth_200dma', 'Members above their 200-day average', 'percent', 'pct_above_200dma'),
  defineMetric('curve_10y3m', 'Yield curve 10y less 3m', 'percentage points', '3m10y', 't10y3m'),
  defineMetric('breakeven_5y', 'Breakeven inflation 5y', 'percent', 't5yie'),
  defineMetric('treasury_10y', '10-year Treasury yield', 'percent', 'tnx', 'dgs10'),
  defineMetric('fed_funds', 'Effective federal funds rate', 'percent', 'dff'),
  defineMetric('fed_target_upper', 'Upper end of the federal funds target', 'percent'),
  defineMetric('fed_target_lower', 'Lower end of the federal funds target', 'percent'),
  defineMetric('call_wall', 'Call wall of the SPY chain', 'dollars'),
  defineMetric('put_wall', 'Put wall of the SPY chain', 'dollars'),
  defineMetric('zero_gamma', 'Zero gamma of the SPY chain', 'dollars', 'gamma_flip'),
  defineMetric('max_pain', 'Max pain of the SPY chain', 'dollars'),
  defineMetric('expected_move', 'Expected move of SPY in the next session', 'percent'),
]

export type StateMetric = (typeof STATE_METRICS)[number]['metric']

export const LatestMetric = z
  .object({
    metric: z.string().describe('name in the catalogue'),
    label: z.string().describe('display name'),
    aliases: z.array(z.string()).describe('other names that requests may use'),
    value: z.number().nullable().describe('newest value in its unit; null with a reason'),
    unit: z.string().describe('unit of the value'),
    time: z.string().nullable().describe('session date, or instant of an intraday value; null without a value'),
    known_at: z.iso.datetime({ offset: true }).nullable().describe('when the service learned it, Eastern offset'),
    age_sessions: z.int().nullable().describe('sessions from its date to the cutoff; null without a value'),
    age_seconds: z.int().nullable().describe('for an intraday value, seconds from its instant to the cutoff'),
    source: z.string().nullable().describe('source of the value; engine: computed from several'),
    quality: z
      .enum(['fresh', 'stale', 'degraded', 'missing'])
      .describe('quality of its worst input; missing: there is no value, and `reason` states why'),
    reason: z.string().nullable().describe('why there is no value; null while there is one'),
  })
  .meta({ id: 'LatestMetric', description: 'The newest value of one metric' })
export type LatestMetric = z.infer<typeof LatestMetric>

export const LatestMetrics = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().nullable().describe('version of the rules it was computed by; null without a document'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff, Eastern offset; null without a document'),
    n: z.int().describe('metrics with a value'),
    metrics: z.array(LatestMetric).describe('metrics in the order of the catalogue; empty without a document'),
    reason: z.string().nullable().describe('why there is no document; null while there is one'),
  })
  .meta({ id: 'LatestMetrics', description: 'The newest values of all metrics as a flat list' })
export type LatestMetrics = z.infer<typeof LatestMetrics>
