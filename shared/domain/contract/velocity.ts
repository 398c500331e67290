import { z } from 'zod'
import { AgedInput } from './aged-input.ts'

const VelocitySpan = z
  .object({
    steps: z.int().describe('number of steps the change spans, in `step` of the signal'),
    from: z.iso.date().describe('day of the earlier value'),
    change: z.number().describe('change of the value over these steps, in the unit of the signal'),
    z: z.number().nullable().describe('change divided by usual_change; null if that is null or 0'),
    usual_change: z
      .number()
      .nullable()
      .describe('standard deviation of past changes over as many steps; null with too few changes'),
    percentile: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe('percent of those changes that were no larger in size, this one included'),
    n: z.int().describe('past changes it is compared with; those over five steps overlap'),
    n_independent: z.int().describe('number of those changes that do not overlap'),
    health: z
      .enum(['improving', 'worsening', 'unchanged'])
      .describe('effect of the change by the curve of the score, all else equal'),
    score_points: z.number().describe('effect of the change in points of the score by that curve, before rounding'),
    reason: z.string().nullable().describe('why there is no z; null while there is one'),
  })
  .meta({ id: 'VelocitySpan', description: 'A change of a signal relative to its own past changes' })
export type VelocitySpan = z.infer<typeof VelocitySpan>

const SignalVelocity = z
  .object({
    key: z.string().describe('signal key, as in trends and signal_levels'),
    name: z.string().describe('display name'),
    unit: z.string().describe('unit of value and changes'),
    step: z.enum(['session', 'week']).describe('time between two observations; surveys and positioning are weekly'),
    value: z.number().nullable().describe('the newest value; null without a reading'),
    display: z.string().describe('the reading with its unit, or n/a'),
    changes: z.array(VelocitySpan).describe('changes over one and over five steps, if enough values are known'),
    inputs: z.array(AgedInput).describe('observations of the newest value; empty without a reading'),
    reason: z.string().nullable().describe('why there is no reading; null while there is one'),
  })
  .meta({ id: 'SignalVelocity', description: 'How fast one signal moves' })
export type SignalVelocity = z.infer<typeof SignalVelocity>

export const Velocity = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().nullable().describe('version of the curves used for `health`; null without a document'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff, Eastern offset; null without a document'),
    window: z.int().describe('past changes a daily signal is compared with; a weekly signal is compared with 156'),
    n: z.int().describe('signals with a reading'),
    fastest: z.array(z.string()).describe('signal keys by one-step move in usual moves, largest first'),
    sentence: z.string().describe('the fastest signals in words'),
    signals: z.array(SignalVelocity).describe('all 13 signals; empty without a document'),
    reason: z.string().nullable().describe('why there is no document; null while there is one'),
  })
  .meta({ id: 'Velocity', description: 'How fast the signals move, each relative to its own history' })
export type Velocity = z.infer<typeof Velocity>
