import { z } from 'zod'

export interface MetricWords<Name extends string = string> {
  metric: Name
  label: string
  unit: string
  aliases: readonly string[]
}

const words = <const Name extends string>(
  metric: Name,
  label: string,
  unit: string,
  ...aliases: string[]
): MetricWords<Name> => ({
  metric,
  label,
  unit,
  aliases,
})

/** Metrics of the daily row: what can be drawn over time. A name is never reused and never means something else. */
export const DAILY_METRICS = [
  words('health_score', 'Health score', 'points of 100', 'score', 'health'),
  words('score_low', 'Lower bound of the score', 'points of 100'),
  words('score_high', 'Upper bound of the score', 'points of 100'),
  words('live_points', 'Points with a reading', 'points of 100'),
  words('spy_close', 'SPY', 'dollars', 'spy'),
  words('vix_close', 'VIX', 'index points', 'vix'),
  words('vix_term', 'VIX term structure', 'ratio', 'vix_term_structure', 'term_structure'),
  words('skew', 'SKEW', 'index points', 'skew_close'),
  words('dix', 'DIX', 'fraction', 'dark_pool'),
  words('gex', 'Dealer gamma', 'dollars per 1 % move', 'gamma', 'net_gamma'),
  words('hy_oas', 'High-yield spread', 'percent', 'oas', 'credit'),
  words('yield_curve', 'Yield curve 10y less 2y', 'percentage points', 'curve', '2s10s', 't10y2y'),
  words('dollar', 'Broad dollar', 'index points', 'usd', 'dtwexbgs'),
  words('oil', 'WTI', 'dollars per barrel', 'wti'),
  words('breakevens', 'Breakeven inflation 10y', 'percent', 'breakeven', 't10yie'),
  words('breadth', 'Members above their 50-day average', 'percent', 'pct_above_50dma', 'breadth_50dma'),
  words('aaii', 'Bulls less bears', 'fraction', 'sentiment', 'bull_bear'),
  words('cot', 'Net speculative E-mini positions', 'contracts', 'positioning'),
]

export type DailyMetric = (typeof DAILY_METRICS)[number]['metric']

/** What only the newest state has. */
export const STATE_METRICS = [
  words('fragility', 'Fragility', 'points of 100'),
  words('alignment', 'Net alignment of the signals', 'points from -100 to 100', 'net_alignment'),
  words('vix3m_close', 'VIX3M', 'index points', 'vix3m'),
  words('breadth_200dma', 'Members above their 200-day average', 'percent', 'pct_above_200dma'),
  words('curve_10y3m', 'Yield curve 10y less 3m', 'percentage points', '3m10y', 't10y3m'),
  words('breakeven_5y', 'Breakeven inflation 5y', 'percent', 't5yie'),
  words('treasury_10y', '10-year Treasury yield', 'percent', 'tnx', 'dgs10'),
  words('fed_funds', 'Effective federal funds rate', 'percent', 'dff'),
  words('fed_target_upper', 'Upper end of the federal funds target', 'percent'),
  words('fed_target_lower', 'Lower end of the federal funds target', 'percent'),
  words('call_wall', 'Call wall of the SPY chain', 'dollars'),
  words('put_wall', 'Put wall of the SPY chain', 'dollars'),
  words('zero_gamma', 'Zero gamma of the SPY chain', 'dollars', 'gamma_flip'),
  words('max_pain', 'Max pain of the SPY chain', 'dollars'),
  words('expected_move', 'Expected move of SPY in one session', 'percent'),
]

export type StateMetric = (typeof STATE_METRICS)[number]['metric']

export const LatestMetric = z
  .object({
    metric: z.string().describe('its name'),
    label: z.string().describe('its name for people'),
    aliases: z.array(z.string()).describe('other names it answers to'),
    value: z.number().nullable().describe('the newest value in its unit; null with a reason'),
    unit: z.string().describe('unit of the value'),
    time: z.string().nullable().describe('session date, or instant of an intraday value; null without a value'),
    known_at: z.iso.datetime({ offset: true }).nullable().describe('when the service knew it, Eastern offset'),
    age_sessions: z.int().nullable().describe('sessions from its date to the cutoff; null without a value'),
    age_seconds: z.int().nullable().describe('of an intraday value: seconds from its instant to the cutoff'),
    source: z.string().nullable().describe('the source it came from; engine: computed from several'),
    quality: z
      .enum(['fresh', 'stale', 'degraded', 'missing'])
      .describe('of its worst input; missing: there is no value, and `reason` says why'),
    reason: z.string().nullable().describe('why there is no value; null while there is one'),
  })
  .meta({ id: 'LatestMetric', description: 'The newest value of one metric' })
export type LatestMetric = z.infer<typeof LatestMetric>

export const LatestMetrics = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().nullable().describe('version of the rules behind it; null without a document'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff, Eastern offset; null without a document'),
    n: z.int().describe('metrics with a value'),
    metrics: z.array(LatestMetric).describe('the catalogue, in its order; empty without a document'),
    reason: z.string().nullable().describe('why there is no document; null while there is one'),
  })
  .meta({ id: 'LatestMetrics', description: 'The flat catalogue of the newest values' })
export type LatestMetrics = z.infer<typeof LatestMetrics>
