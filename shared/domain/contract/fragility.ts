import { z } from 'zod'
import { Regime } from './signals.ts'

const FragilityPillar = z
  .object({
    pillar: z.enum(['volatility', 'credit', 'breadth', 'gamma']).describe('the regime pillar'),
    status: z.enum(['ready', 'not_ready']).describe('not_ready: it does not count; `reason` states why'),
    value: z.number().nullable().describe('newest value in the unit of its series; null while not ready'),
    for: z.string().nullable().describe('session date or instant the value is for; null while not ready'),
    series: z.string().nullable().describe('series it was read from; null while not ready'),
    percentile: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe(
        'percent of its own trailing sessions that were no healthier than now, exact enough to compute the score; null while not ready',
      ),
    sessions: z.int().nullable().describe('sessions the percentile is ranked over; null while not ready'),
    reason: z.string().nullable().describe('why there is no percentile; null while there is one'),
    have: z.int().nullable().describe('sessions available, if too few is the reason'),
    need: z.int().nullable().describe('sessions required, if too few is the reason'),
  })
  .meta({ id: 'FragilityPillar', description: 'Percentile of a regime pillar in its own trailing sessions' })
export type FragilityPillar = z.infer<typeof FragilityPillar>

const FragilityBoundary = z
  .object({
    pillar: z.enum(['volatility', 'credit', 'breadth', 'gamma']).describe('regime pillar the line belongs to'),
    measure: z.string().describe('what is measured, such as VIX'),
    line: z.enum(['strained', 'stressed', 'panic']).describe('band that begins at the line'),
    threshold: z.number().describe('level of the line, in the unit of the measure'),
    value: z.number().describe('current value of the measure, same unit'),
    side: z.enum(['healthy', 'stressed']).describe('side of the line the measure is on'),
    distance: z
      .number()
      .describe('signed distance to the line, same unit: positive on the healthy side, negative beyond the line'),
    distance_moves: z
      .number()
      .nullable()
      .describe('the same distance in usual one-session moves of the measure (standard deviation over 252 sessions)'),
    direction: z.enum(['worse', 'better']).describe('direction of crossing the line'),
    regime_now: Regime.nullable().describe('regime the pillars indicate now; null with fewer than three live pillars'),
    regime_if_crossed: Regime.nullable().describe('regime they would indicate if only this line were crossed'),
  })
  .meta({ id: 'FragilityBoundary', description: 'One boundary of the regime, and what crossing it would change' })
export type FragilityBoundary = z.infer<typeof FragilityBoundary>

export const Fragility = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().describe('version of the rules that set the lines'),
    score: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe('100 x (1 - mean percentile of the live pillars); higher is more fragile; null with fewer than three'),
    rating: z
      .enum(['calm', 'watch', 'fragile', 'insufficient_data'])
      .describe('calm below 40, watch below 70, fragile from 70; insufficient_data with fewer than three live pillars'),
    reason: z.string().nullable().describe('why there is no score; null while there is one'),
    note: z.string().describe('what the score measures and what it does not'),
    pillars: z.array(FragilityPillar).describe('all four, ready or not'),
    boundaries: z.array(FragilityBoundary).describe('every line of the pillars that decide the regime, nearest first'),
    as_of: z
      .object({
        trade_date: z.iso.date().describe('the session it belongs to'),
        updated_at: z.iso.datetime({ offset: true }).describe('cutoff of its inputs, Eastern offset'),
        trailing_window: z.int().describe('sessions a percentile is ranked over'),
        min_periods: z.int().describe('sessions a percentile requires at least'),
        n_boundaries: z.int().describe('number of lines listed'),
        n_pillars: z.int().describe('pillars that are ready, of four'),
      })
      .describe('time and extent of the document; the API adds age_seconds'),
  })
  .meta({
    id: 'Fragility',
    description: 'How close the market is to a worse regime; a state, not a forecast of a drawdown',
  })
export type Fragility = z.infer<typeof Fragility>
