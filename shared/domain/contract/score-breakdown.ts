import { z } from 'zod'
import { AgedInput } from './aged-input.ts'
import { LevelName, Regime, SignalLevel } from './signals.ts'

const Flip = z
  .object({
    points: z.int().describe('points the component would have there'),
    health_score: z.int().nullable().describe('health score if only this component changed'),
    level: LevelName.describe('level the component would have there'),
    value: z.number().describe('nearest value of the component that gives different points'),
    distance: z.number().describe('signed distance from the current value, in its unit'),
    distance_moves: z.number().describe('the same distance in usual moves from one observation to the next'),
  })
  .meta({ id: 'ScoreFlip', description: 'The value at which the points of a component change' })

const Component = z
  .object({
    key: z.string().describe('signal key, as in trends and signal_levels'),
    name: z.string().describe('display name'),
    pillar: z.string().nullable().describe('the regime pillar it also serves as; null for most'),
    status: z.enum(['ready', 'not_ready']).describe('not_ready: it has no reading; `reason` states why'),
    reason: z.string().nullable().describe('why there is no reading; null while there is one'),
    value: z.number().nullable().describe('the reading in the unit of its history column; null without one'),
    display: z.string().describe('the reading with its unit, or n/a'),
    percentile: z.number().min(0).max(100).nullable().describe('percentile in its own trailing window, 0 to 100'),
    percentile_window: z.string().nullable().describe('the trailing window in words; null without a percentile'),
    n: z.int().describe('known values of its history, the newest included'),
    curve: z
      .object({
        measure: z.string().describe('what the curve is applied to, with its unit'),
        best: z.string().describe('which direction is better'),
        anchors: z
          .array(
            z.object({
              at: z.number().describe('value of the measure'),
              fraction: z.number().min(0).max(1).describe('fraction of the points, 0 worst, 1 best'),
            }),
          )
          .describe('points of the curve: linear in between, flat beyond the first and the last'),
      })
      .describe('curve that converts a reading into points'),
    fraction: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('fraction of the points by the curve; null without a reading'),
    points: z.int().min(0).describe('fraction times the maximum, rounded for display'),
    points_exact: z
      .number()
      .min(0)
      .optional()
      .describe('fraction times the maximum, which the score adds; absent in documents of earlier rules'),
    max: z.int().min(0).describe('points it can earn; 0 while it has no reading'),
    max_when_live: z.int().describe('its maximum when it has a reading, out of 100'),
    weight_note: z
      .string()
      .nullable()
      .optional()
      .describe(
        'why it has few points, where history speaks against it; null elsewhere, absent in documents of earlier rules',
      ),
    contribution: z.int().min(0).describe('share of health_score; the contributions sum to it exactly'),
    level: SignalLevel.nullable().describe('its level; null without a reading'),
    gains_at: Flip.nullable().describe(
      'nearest value that gives more points; null if there is none within five usual moves',
    ),
    loses_at: Flip.nullable().describe(
      'nearest value that gives fewer points; null if there is none within five usual moves',
    ),
    inputs: z.array(AgedInput).describe('observations it was computed from, with source and age'),
  })
  .meta({ id: 'ScoreBreakdownComponent', description: 'One of the 13 components of the score in detail' })

export const ScoreBreakdown = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().nullable().describe('version of the score rules; null without a document'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff, Eastern offset; null without a document'),
    trade_date: z.iso.date().nullable().describe('the session it belongs to'),
    health_score: z.int().min(0).max(100).nullable().describe('0 to 100, higher is healthier; null with a reason'),
    reason: z.string().nullable().describe('why there is no score; null while there is one'),
    formula: z.string().describe('how points become the score'),
    points: z.int().describe('points earned by all components with a reading, rounded for display'),
    points_exact: z.number().optional().describe('the same, unrounded; absent in documents of earlier rules'),
    live_points: z.int().describe('points, of 100, whose components have a reading'),
    live_pillars: z.int().describe('regime pillars, of four, that have a reading'),
    n: z.int().describe('components with a reading'),
    bounds: z
      .object({
        low: z.int().nullable().describe('score with missing and uncertain components at their worst'),
        high: z.int().nullable().describe('score with missing and uncertain components at their best'),
        missing: z.array(z.string()).describe('signal keys without a reading'),
        uncertain: z.array(z.string()).describe('signal keys that depend on a stale or degraded input'),
      })
      .describe('range of the score if everything were known'),
    components: z.array(Component).describe('the 13 components; empty without a document'),
    nearest_flip: z
      .object({
        key: z.string().describe('signal key of the component nearest to a change of points'),
        name: z.string().describe('its display name'),
        direction: z.enum(['gains', 'loses']).describe('whether the component would gain or lose points'),
        flip: Flip.describe('the value at which that happens, and what it would change'),
      })
      .nullable()
      .describe('nearest change of any component, in usual moves; null if none is within five'),
    nearest_regime_line: z
      .object({
        measure: z.string().describe('what is measured, such as VIX'),
        line: z.string().describe('band that begins at the line'),
        threshold: z.number().describe('level of the line, in the unit of the measure'),
        value: z.number().describe('current value of the measure'),
        distance_moves: z
          .number()
          .nullable()
          .describe('distance in usual one-session moves; positive before the line is reached'),
        regime_now: Regime.nullable().describe('regime the pillars indicate now'),
        regime_if_crossed: Regime.nullable().describe('regime they would indicate if only this line were crossed'),
      })
      .nullable()
      .describe('nearest regime line whose crossing alone would change the regime the pillars indicate'),
  })
  .meta({
    id: 'ScoreBreakdown',
    description: 'The health score in detail: inputs, curves, points and the nearest changes',
  })
export type ScoreBreakdown = z.infer<typeof ScoreBreakdown>
