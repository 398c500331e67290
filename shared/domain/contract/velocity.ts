import { z } from 'zod'
import { AgedInput } from './aged-input.ts'

const VelocitySpan = z
  .object({
    steps: z.int().describe('observations the change is over, in `step` of the signal'),
    from: z.iso.date().describe('day of the earlier value'),
    change: z.number().describe('change of the value over these steps, in the unit of the signal'),
    z: z
      .number()
      .nullable()
      .describe('change divided by usual_change: in units of its own usual move; null where that is null or 0'),
    usual_change: z
      .number()
      .nullable()
      .describe('standard deviation of the changes over as many steps in its own past; null below the minimum'),
    percentile: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe('0 to 100: share of those changes that were no larger in size, this one included'),
    n: z.int().describe('past changes it is measured by; those over five steps overlap'),
    n_independent: z.int().describe('of them as many as do not overlap'),
    health: z
      .enum(['improving', 'worsening', 'unchanged'])
      .describe('what the change did by the curve of the score, all else as it is'),
    score_points: z.number().describe('points of the score the change is worth by that curve, before rounding'),
    reason: z.string().nullable().describe('why there is no z; null while there is one'),
  })
  .meta({ id: 'VelocitySpan', description: 'A change of a signal in units of its own history' })
export type VelocitySpan = z.infer<typeof VelocitySpan>

const SignalVelocity = z
  .object({
    key: z.string().describe('signal key, as in trends and signal_levels'),
    name: z.string().describe('display name'),
    unit: z.string().describe('unit of value and changes'),
    step: z.enum(['session', 'week']).describe('from one observation to the next; surveys and positioning are weekly'),
    value: z.number().nullable().describe('the newest value; null without a reading'),
    display: z.string().describe('the reading with its unit, or n/a'),
    changes: z.array(VelocitySpan).describe('over one and over five steps, where there are so many values'),
    inputs: z.array(AgedInput).describe('the observations behind the newest value; empty without a reading'),
    reason: z.string().nullable().describe('why there is no reading; null while there is one'),
  })
  .meta({ id: 'SignalVelocity', description: 'How fast one signal moves' })
export type SignalVelocity = z.infer<typeof SignalVelocity>

export const Velocity = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().nullable().describe('version of the curves behind `health`; null without a document'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff, Eastern offset; null without a document'),
    window: z.int().describe('changes of its own past a daily signal is measured by; a weekly one by 156'),
    n: z.int().describe('signals with a reading'),
    fastest: z.array(z.string()).describe('signal keys, the largest one-step move in its own units first'),
    sentence: z.string().describe('the fastest in words'),
    signals: z.array(SignalVelocity).describe('all 13 signals; empty without a document'),
    reason: z.string().nullable().describe('why there is no document; null while there is one'),
  })
  .meta({ id: 'Velocity', description: 'How fast the signals move, each in units of its own history' })
export type Velocity = z.infer<typeof Velocity>
