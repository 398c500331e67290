import { z } from 'zod'
import { AgedInput } from './aged-input.ts'
import { Regime, SignalLevel } from './signals.ts'

const Flip = z
  .object({
    points: z.int().describe('points it would have there'),
    health_score: z.int().nullable().describe('the score with only this one changed'),
    level: z.string().describe('level it would have there'),
    value: z.number().describe('the nearest value of the component that gives other points'),
    distance: z.number().describe('from the value now, signed, in the unit of the value'),
    distance_moves: z.number().describe('the same in usual moves from one observation to the next, signed'),
  })
  .meta({ id: 'ScoreFlip', description: 'Where the points of a component would change' })

const Component = z
  .object({
    key: z.string().describe('signal key, as in trends and signal_levels'),
    name: z.string().describe('display name'),
    pillar: z.string().nullable().describe('the regime pillar it also is; null for most'),
    status: z.enum(['ready', 'not_ready']).describe('not_ready: it has no reading, and `reason` says why'),
    reason: z.string().nullable().describe('why there is no reading; null while there is one'),
    value: z.number().nullable().describe('the reading in the unit of its history column; null without one'),
    display: z.string().describe('the reading with its unit, or n/a'),
    percentile: z.number().min(0).max(100).nullable().describe('0 to 100 in its own trailing window'),
    percentile_window: z.string().nullable().describe('that window in words; null without a percentile'),
    n: z.int().describe('values of its own history that are known, the newest included'),
    curve: z
      .object({
        measure: z.string().describe('what goes in, with its unit'),
        best: z.string().describe('which way is good'),
        anchors: z
          .array(
            z.object({
              at: z.number().describe('value of the measure'),
              fraction: z.number().min(0).max(1).describe('fraction of the points, 0 worst, 1 best'),
            }),
          )
          .describe('straight lines between these, flat beyond the first and the last'),
      })
      .describe('how a reading becomes points'),
    fraction: z.number().min(0).max(1).nullable().describe('the answer of the curve; null without a reading'),
    points: z.int().min(0).describe('the fraction of the maximum, rounded'),
    max: z.int().min(0).describe('points it can earn; 0 while it has no reading'),
    max_when_live: z.int().describe('points of the 100 it stands for'),
    contribution: z.int().min(0).describe('share of health_score; the contributions sum to it exactly'),
    level: SignalLevel.nullable().describe('null without a reading'),
    gains_at: Flip.nullable().describe('the nearest value that gives more points; null within five usual moves'),
    loses_at: Flip.nullable().describe('the nearest value that gives fewer points; null within five usual moves'),
    inputs: z.array(AgedInput).describe('the observations behind it, with source and age'),
  })
  .meta({ id: 'ScoreBreakdownComponent', description: 'One of the 13 parts of the score, opened' })

export const ScoreBreakdown = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().nullable().describe('version of the score rules; null without a document'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff, Eastern offset; null without a document'),
    trade_date: z.iso.date().nullable().describe('the session it belongs to'),
    health_score: z.int().min(0).max(100).nullable().describe('0 to 100, higher is healthier; null with a reason'),
    reason: z.string().nullable().describe('why there is no score; null while there is one'),
    formula: z.string().describe('how points become the score'),
    points: z.int().describe('points earned by all components with a reading'),
    live_points: z.int().describe('points of the 100 that have a reading'),
    live_pillars: z.int().describe('regime pillars of the four that have a reading'),
    n: z.int().describe('components with a reading'),
    bounds: z
      .object({
        low: z.int().nullable().describe('the score with missing and uncertain components at their worst'),
        high: z.int().nullable().describe('the same at their best'),
        missing: z.array(z.string()).describe('signal keys without a reading'),
        uncertain: z.array(z.string()).describe('signal keys that rest on a stale or degraded input'),
      })
      .describe('what the score could be if everything were known'),
    components: z.array(Component).describe('the 13 parts; empty without a document'),
    nearest_flip: z
      .object({
        key: z.string().describe('signal key of the component that is nearest to other points'),
        name: z.string().describe('its display name'),
        direction: z.enum(['gains', 'loses']).describe('whether it would gain or lose points'),
        flip: Flip.describe('where that is, and what it would change'),
      })
      .nullable()
      .describe('of all components, counted in usual moves; null when none is within five'),
    nearest_regime_line: z
      .object({
        measure: z.string().describe('what is measured, such as VIX'),
        line: z.string().describe('the band that begins at the line'),
        threshold: z.number().describe('where the line lies, in the unit of the measure'),
        value: z.number().describe('the measure now'),
        distance_moves: z.number().nullable().describe('in usual one-session moves; positive is room before it'),
        regime_now: Regime.nullable().describe('what the pillars read now'),
        regime_if_crossed: Regime.nullable().describe('what they would read with only this line crossed'),
      })
      .nullable()
      .describe('the nearest line of the regime whose crossing alone would change what the pillars read'),
  })
  .meta({ id: 'ScoreBreakdown', description: 'The health score opened: inputs, curves, points and what is near' })
export type ScoreBreakdown = z.infer<typeof ScoreBreakdown>
