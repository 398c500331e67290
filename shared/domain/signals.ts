import { z } from 'zod'

export const Regime = z.enum(['RISK-ON', 'CAUTIOUS', 'TRANSITIONAL', 'RISK-OFF', 'PANIC'])
export type Regime = z.infer<typeof Regime>

/** From best to worst; the colour is part of the contract with dashboards. */
export const LEVELS = [
  { level: 'favorable', color: 'green' },
  { level: 'leaning', color: 'lime' },
  { level: 'neutral', color: 'yellow' },
  { level: 'caution', color: 'orange' },
  { level: 'adverse', color: 'red' },
] as const

/** What a component looked at: always with the time it is for and the time we knew it. */
export const InputReading = z.object({
  series: z.string(),
  value: z.number(),
  for: z.string().describe('session date, or instant of an intraday quote'),
  known_at: z.iso.datetime({ offset: true }),
  source: z.string(),
  quality: z.enum(['fresh', 'stale', 'degraded']),
})
export type InputReading = z.infer<typeof InputReading>

export const ScoreComponent = z
  .object({
    key: z.string().describe('signal key, as in trends and signal_levels'),
    name: z.string(),
    value: z.string().describe('display-formatted reading, or n/a'),
    points: z.int().min(0),
    max: z.int().min(0).describe('0 while the component has no reading'),
    contribution: z.int().min(0).describe('share of health_score; the contributions sum to it exactly'),
    percentile: z.number().min(0).max(100).nullable().describe('in its own trailing sessions, where the curve uses it'),
    reason: z.string().nullable().describe('why there is no reading; null while there is one'),
    inputs: z.array(InputReading),
  })
  .meta({ id: 'ScoreComponent', description: 'Spec 2.6: one of the 13 parts of the health score' })
export type ScoreComponent = z.infer<typeof ScoreComponent>

export const Trend = z
  .object({
    current: z.number(),
    previous: z.number().nullable(),
    avg_5d: z.number().nullable(),
    direction: z.enum(['rising', 'falling', 'flat']),
  })
  .meta({ id: 'Trend', description: 'Spec 2.7; previous and avg_5d count sessions, not cycles' })
export type Trend = z.infer<typeof Trend>

export const SignalLevel = z
  .object({ level: z.string(), color: z.string(), label: z.string() })
  .meta({ id: 'SignalLevel', description: 'Spec 2.8: five levels from favorable (green) to adverse (red)' })
export type SignalLevel = z.infer<typeof SignalLevel>

/** A block of the snapshot that has nothing to say, and why: absence never looks like calm. */
export const NotReady = z.object({
  status: z.literal('not_ready'),
  reason: z.string(),
  have: z.int().optional(),
  need: z.int().optional(),
})
export type NotReady = z.infer<typeof NotReady>

export const GammaLevels = z.object({
  status: z.literal('ready'),
  underlying: z.string(),
  spot: z.number(),
  quoted_at: z.iso.datetime({ offset: true }),
  open_interest_date: z.iso.date(),
  convention: z.string(),
  net_gamma_usd_per_pct: z.number(),
  call_wall: z.number().nullable(),
  put_wall: z.number().nullable(),
  contracts_used: z.int(),
  contracts_skipped: z.int(),
})
export type GammaLevels = z.infer<typeof GammaLevels>

/** A block whose inner fields the contract leaves open. */
const OpenBlock = z.union([NotReady, z.object({ status: z.literal('ready') }).catchall(z.json())])

export const SignalsSnapshot = z
  .object({
    schema_version: z.string(),
    rules_version: z.string().describe('version of the score and regime rules; history is never spliced silently'),
    as_of: z.iso.datetime({ offset: true }).describe('cutoff: inputs are what was known by then'),
    cycle_id: z.string(),
    trade_date: z.iso.date(),
    origin: z.enum(['scheduled', 'backfill', 'imported']),
    regime: Regime.nullable(),
    regime_reason: z.string(),
    regime_now: Regime.nullable().describe('the intraday reading, before two closes confirm it'),
    health_score: z.int().min(0).max(100).nullable(),
    health_score_reason: z.string().nullable().describe('why there is no score; null while there is one'),
    score_low: z.int().min(0).max(100).nullable().describe('stale and missing inputs at their worst'),
    score_high: z.int().min(0).max(100).nullable().describe('stale and missing inputs at their best'),
    live_points: z.int().describe('points of the 100 that have a reading'),
    score_components: z.array(ScoreComponent),
    trends: z.record(z.string(), Trend),
    bridge_text: z.string().nullable().describe('null when score and regime agree'),
    leading_lagging_read: z.string(),
    signal_levels: z.record(z.string(), SignalLevel),
    sector_breadth: OpenBlock,
    correlations: OpenBlock,
    gamma_levels: z.union([NotReady, GammaLevels]),
    energy_regime: OpenBlock,
    inflation_expectations: OpenBlock,
    data_quality: z.object({
      missing: z.array(z.object({ source: z.string(), reason: z.string() })),
      degraded: z.array(z.string()),
      stale: z.array(z.string()),
    }),
  })
  .meta({ id: 'SignalsSnapshot', description: 'Spec 2.5: the market state of one report cycle' })
export type SignalsSnapshot = z.infer<typeof SignalsSnapshot>
