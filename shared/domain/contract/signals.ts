import { z } from 'zod'
import { FailingSource } from '../market/failing-source.ts'
import { SCENARIOS } from '../scenario.ts'
import { ExpectedMove, GammaSign, Walls } from './gamma.ts'
import { HistoryLoading } from './history-loading.ts'

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
export const LevelName = z.enum(LEVELS.map(({ level }) => level))
export type LevelName = z.infer<typeof LevelName>

/** An observation that a component used, with the time it is for and the time the service learned it. */
export const InputReading = z
  .object({
    series: z.string().describe('name of the series, such as vix_close'),
    value: z.number().describe('value of the observation in the unit of its series'),
    for: z.string().describe('session date, or instant of an intraday quote'),
    known_at: z.iso.datetime({ offset: true }).describe('when the service learned it, Eastern offset'),
    source: z.string().describe('source it came from, such as market'),
    quality: z
      .enum(['fresh', 'stale', 'degraded'])
      .describe('stale: older than its series should be; degraded: the last good value after a failed fetch'),
  })
  .meta({ id: 'InputReading', description: 'One observation a reading was computed from' })
export type InputReading = z.infer<typeof InputReading>

export const ScoreComponent = z
  .object({
    key: z.string().describe('signal key, as in trends and signal_levels'),
    name: z.string().describe('display name, such as HY OAS'),
    value: z.string().describe('display-formatted reading with its unit, or n/a'),
    points: z.int().min(0).describe('points earned, 0 to max, rounded for display'),
    points_exact: z
      .number()
      .min(0)
      .optional()
      .describe('points earned, which health_score adds before it rounds; absent in snapshots of earlier rules'),
    max: z.int().min(0).describe('points it can earn; 0 while the component has no reading'),
    contribution: z.int().min(0).describe('share of health_score; the contributions sum to it exactly'),
    percentile: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe('percentile in its own trailing sessions, 0 to 100, if its curve uses one'),
    reason: z.string().nullable().describe('why there is no reading; null while there is one'),
    inputs: z.array(InputReading).describe('observations it was computed from; empty without a reading'),
  })
  .meta({ id: 'ScoreComponent', description: 'One of the 13 components of the health score' })
export type ScoreComponent = z.infer<typeof ScoreComponent>

export const Trend = z
  .object({
    current: z.number().describe('newest value in the unit of its signal'),
    previous: z.number().nullable().describe('value of the previous session, same unit'),
    avg_5d: z.number().nullable().describe('average of the last five sessions, same unit'),
    direction: z
      .enum(['rising', 'falling', 'flat'])
      .describe('current compared with avg_5d; flat if within a quarter of the usual daily move'),
  })
  .meta({ id: 'Trend', description: 'Trend of one signal; previous and avg_5d count sessions, not cycles' })
export type Trend = z.infer<typeof Trend>

export const SignalLevel = z
  .object({
    level: LevelName.describe('from best to worst: favorable, leaning, neutral, caution, adverse'),
    color: z.enum(LEVELS.map(({ color }) => color)).describe('the colour of the level, in the same order'),
    label: z.string().describe('the level in words that fit the signal'),
  })
  .meta({ id: 'SignalLevel', description: 'One of five levels from favorable (green) to adverse (red)' })
export type SignalLevel = z.infer<typeof SignalLevel>

/** A block of the market snapshot without a reading, and why: missing data never look like calm. */
export const NotReady = z
  .object({
    status: z.literal('not_ready').describe('not_ready: there is no reading'),
    reason: z.string().describe('why there is no reading'),
    have: z.int().optional().describe('observations available, if too few is the reason'),
    need: z.int().optional().describe('observations required'),
  })
  .meta({ id: 'NotReady', description: 'A block without a reading, and why' })
export type NotReady = z.infer<typeof NotReady>

export const GammaLevels = z
  .object({
    status: z.literal('ready').describe('ready: there is a reading'),
    underlying: z.string().describe('symbol whose option chain was read'),
    spot: z.number().describe('price of the underlying, dollars'),
    quoted_at: z.iso.datetime({ offset: true }).describe('time of the quotes, Eastern offset'),
    session: z.iso
      .date()
      .optional()
      .describe('day of the quotes: the session before until a chain of today is known; absent in older snapshots'),
    open_interest_date: z.iso.date().describe('session the open interest refers to'),
    convention: z.string().describe('sign convention and formula of the exposure'),
    net_gamma_usd_per_pct: z.number().describe('net dealer gamma, dollars per 1 % move of the underlying'),
    call_wall: z.number().nullable().describe('strike with the largest positive exposure, dollars'),
    put_wall: z.number().nullable().describe('strike with the largest negative exposure, dollars'),
    // Optional, because market snapshots of an earlier version lack these fields.
    call_wall_pair: Walls.shape.call_wall_pair,
    put_wall_pair: Walls.shape.put_wall_pair,
    call_wall_ties: Walls.shape.call_wall_ties,
    put_wall_ties: Walls.shape.put_wall_ties,
    sign: GammaSign.nullable().optional().describe('sign of the net exposure as far as it can be trusted'),
    break_even_call_share: z
      .number()
      .nullable()
      .optional()
      .describe('put exposure over call exposure: the share of the calls that dealers must hold for the sign to flip'),
    method: z.string().optional().describe('version of the rules that compute the levels'),
    zero_gamma: z.number().nullable().optional().describe('price nearest to spot where the exposure changes sign'),
    zero_gamma_reason: z.string().nullable().optional().describe('why there is no such price'),
    zero_gamma_crossings: z.array(z.number()).optional().describe('every such price, ascending'),
    max_pain: z
      .number()
      .nullable()
      .optional()
      .describe('strike at which all open contracts together would pay their holders the least, dollars'),
    expected_move: ExpectedMove.optional().describe(
      'expected move until the nearest expiration, until the close, and of the next session',
    ),
    zero_dte_share: z.number().nullable().optional().describe('fraction of the gross exposure that expires today'),
    net_gamma_without_today_usd_per_pct: z
      .number()
      .nullable()
      .optional()
      .describe(
        'the same figures without the contracts that expire on the day of the quotes, which GEX is ranked by; null ' +
          'if none expire',
      ),
    sign_without_today: GammaSign.nullable()
      .optional()
      .describe('the sign of that exposure as far as it can be trusted'),
    contracts_used: z.int().describe('option contracts that were used'),
    contracts_skipped: z
      .int()
      .describe('contracts that were not used: expired, or without implied volatility or open interest'),
  })
  .meta({ id: 'GammaLevels', description: 'Dealer gamma of the SPY option chain' })
export type GammaLevels = z.infer<typeof GammaLevels>

/** A block whose further fields the contract leaves open. */
const OpenBlock = z.union([
  NotReady,
  z
    .object({ status: z.literal('ready').describe('ready: there is a reading') })
    .catchall(z.json())
    .describe('a reading; further fields may be added'),
])

const ScoreOfDailyRow = z
  .object({
    state: z
      .enum(['provisional', 'final'])
      .describe('provisional from 22 minutes after the close, final from 20:00 ET'),
    health_score: z.int().min(0).max(100).nullable().describe('score of the daily row, 0 to 100; null without one'),
    regime: Regime.nullable().describe('regime of the daily row; null without one'),
    difference: z.int().nullable().describe('its score less that of the cycle; null unless both have a score'),
    as_of: z.iso.datetime({ offset: true }).describe('cutoff of its inputs, Eastern offset'),
  })
  .meta({
    id: 'ScoreOfDailyRow',
    description: 'The score that `signals/history` has for the session: computed from its closes, without quotes',
  })

/** The basis of a cycle's score, compared with the daily row of its session; absent from stored documents. */
export const SCORE_BASIS = {
  score_basis: z
    .literal('cycle')
    .optional()
    .describe('cycle: the score is that of the newest report cycle, also after the close; absent with `as_of`'),
  score_note: z
    .string()
    .optional()
    .describe('what this score is, and how that of the daily row of its session differs; absent with `as_of`'),
  daily_row: ScoreOfDailyRow.nullable()
    .optional()
    .describe('the daily row of the same session; null until 22 minutes after its close, absent with `as_of`'),
}

export const SignalsSnapshot = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z
      .string()
      .describe('version of the score and regime rules; figures of different versions are not comparable'),
    as_of: z.iso.datetime({ offset: true }).describe('cutoff, Eastern offset; inputs are what was known by then'),
    cycle_id: z.string().describe('id of the report cycle, <YYYY-MM-DD>T<HH:MM> Eastern'),
    trade_date: z.iso.date().describe('the session it belongs to'),
    origin: z
      .enum(['scheduled', 'backfill', 'imported'])
      .describe('how the snapshot came to be: scheduled, backfill or imported'),
    scenario: z
      .enum(SCENARIOS)
      .nullish()
      .describe('scenario that the simulated market lives through, none for an ordinary one; null for live data'),
    regime: Regime.nullable().describe('market regime as confirmed by closes; null with a reason'),
    regime_reason: z.string().describe('the readings that decide the regime, with percentile and age'),
    regime_since: z.iso
      .date()
      .nullish()
      .describe('the session whose close, or whose prices, began `regime`; null without a regime'),
    regime_is_older: z
      .boolean()
      .optional()
      .describe('whether `regime` may have begun before `regime_since`, the first session that was read'),
    regime_now: Regime.nullable().describe('regime by the intraday reading, before two closes confirm it'),
    health_score: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .describe('0 to 100, higher is healthier; normal markets score 55 to 60'),
    health_score_reason: z.string().nullable().describe('why there is no score; null while there is one'),
    score_low: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .describe('score with stale and missing inputs at their worst, 0 to 100'),
    score_high: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .describe('score with stale and missing inputs at their best, 0 to 100'),
    live_points: z.int().describe('points, of 100, whose components have a reading'),
    score_components: z.array(ScoreComponent).describe('the 13 components of the score'),
    trends: z.record(z.string(), Trend).describe('trends by signal key'),
    bridge_text: z.string().nullable().describe('why score and regime differ; null if they agree'),
    leading_lagging_read: z.string().describe('what the leading and the confirming components indicate'),
    signal_levels: z.record(z.string(), SignalLevel).describe('levels by signal key'),
    sector_breadth: OpenBlock.describe('members above their 50-day average by sector'),
    correlations: OpenBlock.describe('correlations of SPY with VIX, the dollar, the 10-year yield and oil'),
    gamma_levels: z.union([NotReady, GammaLevels]).describe('dealer gamma, call wall and put wall'),
    energy_regime: OpenBlock.describe('reading of the oil component; value in dollars per barrel'),
    inflation_expectations: OpenBlock.describe('reading of the breakevens component; value in percent'),
    history_loading: HistoryLoading.nullish().describe(
      'history that was still being filled when this was computed: percentiles and since-dates may change; else null',
    ),
    data_quality: z
      .object({
        missing: z
          .array(
            z.object({
              source: z.string().describe('source without a value'),
              reason: z.string().describe('why it has none'),
            }),
          )
          .describe('sources whose newest run failed and whose last good value is too old to stand in'),
        degraded: z.array(z.string()).describe('sources whose newest run failed and whose last good value is used'),
        stale: z.array(z.string()).describe('series older than they should be'),
        failing: z
          .array(FailingSource)
          .optional()
          .describe('the missing and degraded sources with their reason and since when; absent in older snapshots'),
      })
      .describe('what was missing, degraded or stale'),
    ...SCORE_BASIS,
  })
  .meta({ id: 'SignalsSnapshot', description: 'The market state of one report cycle' })
export type SignalsSnapshot = z.infer<typeof SignalsSnapshot>
