import { z } from 'zod'
import { ExpectedMove } from './gamma.ts'

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
export const InputReading = z
  .object({
    series: z.string().describe('name of the series, such as vix_close'),
    value: z.number().describe('the observation in the unit of its series'),
    for: z.string().describe('session date, or instant of an intraday quote'),
    known_at: z.iso.datetime({ offset: true }).describe('when the service knew it, Eastern offset'),
    source: z.string().describe('the source it came from, such as market'),
    quality: z
      .enum(['fresh', 'stale', 'degraded'])
      .describe('stale: older than its series should be; degraded: the last good value after a failed run'),
  })
  .meta({ id: 'InputReading', description: 'One observation a reading was computed from' })
export type InputReading = z.infer<typeof InputReading>

export const ScoreComponent = z
  .object({
    key: z.string().describe('signal key, as in trends and signal_levels'),
    name: z.string().describe('display name, such as HY OAS'),
    value: z.string().describe('display-formatted reading with its unit, or n/a'),
    points: z.int().min(0).describe('points earned, 0 to max'),
    max: z.int().min(0).describe('points it can earn; 0 while the component has no reading'),
    contribution: z.int().min(0).describe('share of health_score; the contributions sum to it exactly'),
    percentile: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe('0 to 100 in its own trailing sessions, where the curve uses it'),
    reason: z.string().nullable().describe('why there is no reading; null while there is one'),
    inputs: z.array(InputReading).describe('the observations behind it; empty without a reading'),
  })
  .meta({ id: 'ScoreComponent', description: 'Spec 2.6: one of the 13 parts of the health score' })
export type ScoreComponent = z.infer<typeof ScoreComponent>

export const Trend = z
  .object({
    current: z.number().describe('the newest value in the unit of its signal'),
    previous: z.number().nullable().describe('the value of the session before, same unit'),
    avg_5d: z.number().nullable().describe('average of the last five sessions, same unit'),
    direction: z
      .enum(['rising', 'falling', 'flat'])
      .describe('current against avg_5d; flat within a quarter of the usual daily move'),
  })
  .meta({ id: 'Trend', description: 'Spec 2.7; previous and avg_5d count sessions, not cycles' })
export type Trend = z.infer<typeof Trend>

export const SignalLevel = z
  .object({
    level: z.string().describe('favorable, leaning, neutral, caution or adverse'),
    color: z.string().describe('green, lime, yellow, orange or red, in the order of the levels'),
    label: z.string().describe('the level in words of the signal'),
  })
  .meta({ id: 'SignalLevel', description: 'Spec 2.8: five levels from favorable (green) to adverse (red)' })
export type SignalLevel = z.infer<typeof SignalLevel>

/** A block of the snapshot that has nothing to say, and why: absence never looks like calm. */
export const NotReady = z
  .object({
    status: z.literal('not_ready').describe('not_ready: there is no reading'),
    reason: z.string().describe('why there is no reading'),
    have: z.int().optional().describe('observations there are, where too few is the reason'),
    need: z.int().optional().describe('observations it takes'),
  })
  .meta({ id: 'NotReady', description: 'A block that has nothing to say, and why' })
export type NotReady = z.infer<typeof NotReady>

export const GammaLevels = z
  .object({
    status: z.literal('ready').describe('ready: there is a reading'),
    underlying: z.string().describe('symbol whose option chain was read'),
    spot: z.number().describe('price of the underlying, dollars'),
    quoted_at: z.iso.datetime({ offset: true }).describe('time of the quotes, Eastern offset'),
    open_interest_date: z.iso.date().describe('session the open interest is of'),
    convention: z.string().describe('signs and formula of the exposure'),
    net_gamma_usd_per_pct: z.number().describe('net dealer gamma, dollars per 1 % move of the underlying'),
    call_wall: z.number().nullable().describe('strike with the largest positive exposure, dollars'),
    put_wall: z.number().nullable().describe('strike with the largest negative exposure, dollars'),
    // Optional, because snapshots of an earlier version have none of these.
    method: z.string().optional().describe('version of the rules of the levels'),
    zero_gamma: z.number().nullable().optional().describe('price nearest to spot where the exposure changes sign'),
    zero_gamma_reason: z.string().nullable().optional().describe('why there is no such price'),
    zero_gamma_crossings: z.array(z.number()).optional().describe('every such price, ascending'),
    max_pain: z.number().nullable().optional().describe('strike at which all open contracts would pay least, dollars'),
    expected_move: ExpectedMove.optional().describe('of the front straddle and of one session'),
    zero_dte_share: z.number().nullable().optional().describe('fraction of the gross exposure that expires today'),
    contracts_used: z.int().describe('option contracts that counted'),
    contracts_skipped: z.int().describe('contracts without implied volatility or open interest, or expired'),
  })
  .meta({ id: 'GammaLevels', description: 'Dealer gamma of the SPY option chain' })
export type GammaLevels = z.infer<typeof GammaLevels>

/** A block whose inner fields the contract leaves open. */
const OpenBlock = z.union([
  NotReady,
  z
    .object({ status: z.literal('ready').describe('ready: there is a reading') })
    .catchall(z.json())
    .describe('a reading whose further fields may grow'),
])

export const SignalsSnapshot = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().describe('version of the score and regime rules; history is never spliced silently'),
    as_of: z.iso.datetime({ offset: true }).describe('cutoff, Eastern offset: inputs are what was known by then'),
    cycle_id: z.string().describe('the report cycle, <YYYY-MM-DD>T<HH:MM> Eastern'),
    trade_date: z.iso.date().describe('the session it belongs to'),
    origin: z.enum(['scheduled', 'backfill', 'imported']).describe('who asked for it'),
    regime: Regime.nullable().describe('the market regime as closes confirm it; null with a reason'),
    regime_reason: z.string().describe('the readings that decide the regime, with percentile and age'),
    regime_now: Regime.nullable().describe('the intraday reading, before two closes confirm it'),
    health_score: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .describe('0 to 100, higher is healthier; normal markets sit at 55 to 60'),
    health_score_reason: z.string().nullable().describe('why there is no score; null while there is one'),
    score_low: z.int().min(0).max(100).nullable().describe('0 to 100: stale and missing inputs at their worst'),
    score_high: z.int().min(0).max(100).nullable().describe('0 to 100: stale and missing inputs at their best'),
    live_points: z.int().describe('points of the 100 that have a reading'),
    score_components: z.array(ScoreComponent).describe('the 13 parts of the score'),
    trends: z.record(z.string(), Trend).describe('trends by signal key'),
    bridge_text: z.string().nullable().describe('why score and regime differ; null when they agree'),
    leading_lagging_read: z.string().describe('what the leading and the confirming components say'),
    signal_levels: z.record(z.string(), SignalLevel).describe('levels by signal key'),
    sector_breadth: OpenBlock.describe('members above their 50-day average by sector'),
    correlations: OpenBlock.describe('SPY against VIX, dollar, 10-year yield and oil'),
    gamma_levels: z.union([NotReady, GammaLevels]).describe('dealer gamma, call wall and put wall'),
    energy_regime: OpenBlock.describe('what the oil component saw; value in dollars per barrel'),
    inflation_expectations: OpenBlock.describe('what the breakevens component saw; value in percent'),
    data_quality: z
      .object({
        missing: z
          .array(
            z.object({
              source: z.string().describe('the source that gave nothing'),
              reason: z.string().describe('why it gave nothing'),
            }),
          )
          .describe('sources without any usable value'),
        degraded: z.array(z.string()).describe('sources whose last good value was used'),
        stale: z.array(z.string()).describe('series older than they should be'),
      })
      .describe('what was missing, degraded or stale'),
  })
  .meta({ id: 'SignalsSnapshot', description: 'Spec 2.5: the market state of one report cycle' })
export type SignalsSnapshot = z.infer<typeof SignalsSnapshot>
