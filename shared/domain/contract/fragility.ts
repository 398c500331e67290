import { z } from 'zod'
import { Regime } from './signals.ts'

const FragilityPillar = z
  .object({
    pillar: z.enum(['volatility', 'credit', 'breadth', 'gamma']).describe('the regime pillar'),
    status: z.enum(['ready', 'not_ready']).describe('not_ready: it does not count, and `reason` says why'),
    value: z.number().nullable().describe('its newest value in the unit of its series; null while not ready'),
    for: z.string().nullable().describe('session date or instant the value is for; null while not ready'),
    series: z.string().nullable().describe('the series it was read from; null while not ready'),
    percentile: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe('0 to 100, share of its own trailing sessions that were no healthier than now; null while not ready'),
    sessions: z.int().nullable().describe('sessions the percentile ranks over; null while not ready'),
    reason: z.string().nullable().describe('why there is no percentile; null while there is one'),
    have: z.int().nullable().describe('sessions known, where too few are the reason'),
    need: z.int().nullable().describe('sessions a percentile takes, where too few are known'),
  })
  .meta({ id: 'FragilityPillar', description: 'Where a regime pillar sits in its own trailing sessions' })
export type FragilityPillar = z.infer<typeof FragilityPillar>

const FragilityBoundary = z
  .object({
    pillar: z.enum(['volatility', 'credit', 'breadth', 'gamma']).describe('the regime pillar the line belongs to'),
    measure: z.string().describe('what is measured, such as VIX'),
    line: z.enum(['strained', 'stressed', 'panic']).describe('the band that begins at the line'),
    threshold: z.number().describe('where the line lies, in the unit of the measure'),
    value: z.number().describe('the measure now, same unit'),
    side: z.enum(['healthy', 'stressed']).describe('the side of the line the measure is on'),
    distance: z
      .number()
      .describe('signed distance to the line, same unit: positive is room on the healthy side, negative lies beyond'),
    distance_moves: z
      .number()
      .nullable()
      .describe('the same in usual one-session moves of the measure (their 252-session standard deviation)'),
    direction: z.enum(['worse', 'better']).describe('which way crossing the line would go'),
    regime_now: Regime.nullable().describe('what the pillars read at this instant; null below three live pillars'),
    regime_if_crossed: Regime.nullable().describe('what they would read with only this line crossed'),
  })
  .meta({ id: 'FragilityBoundary', description: 'One line of the regime, and what crossing it would change' })
export type FragilityBoundary = z.infer<typeof FragilityBoundary>

export const Fragility = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().describe('version of the rules that draw the lines'),
    score: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe('100 x (1 - mean percentile of the live pillars); higher is more fragile; null below three'),
    rating: z
      .enum(['calm', 'watch', 'fragile', 'insufficient_data'])
      .describe('calm below 40, watch below 70, fragile from 70; insufficient_data below three live pillars'),
    reason: z.string().nullable().describe('why there is no score; null while there is one'),
    note: z.string().describe('what the score is and is not'),
    pillars: z.array(FragilityPillar).describe('all four, ready or not'),
    boundaries: z.array(FragilityBoundary).describe('every line of the live pillars, the nearest first'),
    as_of: z
      .object({
        trade_date: z.iso.date().describe('the session it belongs to'),
        updated_at: z.iso.datetime({ offset: true }).describe('cutoff of its inputs, Eastern offset'),
        trailing_window: z.int().describe('sessions a percentile ranks over'),
        min_periods: z.int().describe('sessions a percentile takes at least'),
        n_boundaries: z.int().describe('lines listed'),
        n_pillars: z.int().describe('pillars that are ready, of four'),
      })
      .describe('time and extent; whoever serves it adds age_seconds'),
  })
  .meta({ id: 'Fragility', description: 'Spec 2.21: a state, not a forecast of a drawdown' })
export type Fragility = z.infer<typeof Fragility>
