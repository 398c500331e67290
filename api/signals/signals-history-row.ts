import { z } from 'zod'
import { Regime } from '../../shared/domain/contract/signals.ts'
import { SCENARIOS } from '../../shared/domain/scenario.ts'

const reading = (description: string) => z.number().nullable().describe(`${description}; null without a reading`)

const HistoryRow = z
  .object({
    trade_date: z.iso.date().describe('the session'),
    regime: Regime.nullable().describe('the market regime after that close; null with a reason'),
    health_score: z.int().min(0).max(100).nullable().describe('0 to 100, higher is healthier; null with a reason'),
    spy_close: reading('close of SPY on that day, dollars'),
    vix_close: reading('close of the VIX on that day, index points (annualised percent)'),
    dix: reading('dark-pool buying share as known that evening, fraction from 0 to 1; its day is in `value_days`'),
    gex: reading('dealer gamma, dollars per 1 % move; `gex_series` names the series'),
    hy_oas: reading('high-yield spread as known that evening, percent; its day is in `value_days`'),
    state: z
      .enum(['provisional', 'final'])
      .describe('provisional from 22 minutes after the close (16:22 ET), final from 20:00 ET'),
    as_of: z.iso.datetime({ offset: true }).describe('cutoff of its inputs, Eastern offset'),
    rules_version: z.string().describe('version of the score and regime rules'),
    regime_reason: z.string().describe('the readings that decided the regime'),
    score_low: z.int().nullable().describe('0 to 100: stale and missing inputs at their worst'),
    score_high: z.int().nullable().describe('0 to 100: stale and missing inputs at their best'),
    live_points: z.int().describe('points of the 100 that had a reading'),
    gex_series: z.string().nullable().describe('gex_own or gex_vendor; never spliced into one percentile'),
    vix_term: reading('VIX divided by VIX3M, ratio'),
    skew: reading('Cboe SKEW, index points'),
    yield_curve: reading('10-year minus 2-year Treasury yield, percentage points'),
    dollar: reading('broad trade-weighted dollar, index points'),
    oil: reading('WTI, dollars per barrel'),
    breakevens: reading('10-year breakeven inflation, percent'),
    breadth: reading('S&P 500 members above their 50-day average, percent'),
    aaii: reading('bulls minus bears of the weekly survey, fraction from -1 to 1'),
    cot: reading('net speculative E-mini positions, contracts'),
    points: z
      .record(z.string(), z.number().nullable())
      .describe('points by component key, rounded; null without a reading'),
    points_exact: z
      .record(z.string(), z.number().nullable())
      .nullable()
      .describe(
        'the same before rounding: 100 times their sum, divided by `live_points`, rounds to `health_score`; null in rows ' +
          'of earlier versions',
      ),
    value_days: z
      .record(z.string(), z.iso.date())
      .nullable()
      .describe(
        'day that each value is for, by column: one before `trade_date` is of an earlier day, because none of the day ' +
          'was published by the cutoff; null in rows of earlier versions',
      ),
    origin: z.string().describe('scheduled, backfill or imported'),
    run: z.int().describe('number of the computation of the row, from 1'),
    scenario: z
      .enum(SCENARIOS)
      .nullable()
      .describe('scenario that the simulated market lives through, none for an ordinary one; null for live data'),
  })
  .meta({ id: 'HistoryRow', description: 'The daily row of a session' })

/** A daily row as it is served. */
export type HistoryEntry = z.infer<typeof HistoryRow>

export const HistoryAnswer = z.object({
  days: z.int().describe('requested sessions'),
  data: z.array(HistoryRow).describe('the rows, oldest first'),
  reason: z
    .string()
    .optional()
    .describe('why there is no row, or that rows are still being computed; absent otherwise'),
})
