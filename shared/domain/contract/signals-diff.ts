import { z } from 'zod'
import { AgedInput } from './aged-input.ts'

/** Most material first: a change of kind ranks above every change of degree. */
export const DIFF_KINDS = ['regime', 'data', 'regime_now', 'score', 'component', 'level', 'gamma', 'input'] as const

const DiffEntry = z
  .object({
    kind: z
      .enum(DIFF_KINDS)
      .describe(
        'regime, data (a source or a reading appeared or disappeared), regime_now, score, component (its contribution to the ' +
          'score, if its own points moved by half a point or more in that direction), level, gamma (a wall, or the side of zero gamma), input (the value of a signal), in this order',
      ),
    subject: z.string().describe('regime, health_score, a signal key, a source or a gamma level'),
    name: z.string().describe('display name of the subject'),
    from: z.string().nullable().describe('value or state in the earlier cycle; null if it had none'),
    to: z.string().nullable().describe('value or state in the later cycle; null if it had none'),
    change: z
      .number()
      .nullable()
      .describe('`to` minus `from`, in `unit`; for levels the number of steps, positive is worse'),
    unit: z.string().nullable().describe('unit of the change; null if words are compared'),
    usual_change: z
      .number()
      .nullable()
      .describe(
        'its usual move between two values, same unit: of one session, or of a week for weekly series; null if unknown',
      ),
    in_usual_moves: z.number().nullable().describe('change divided by usual_change; null if that is null or 0'),
    inputs: z.array(AgedInput).describe('observations of the later reading, with their age at its cutoff'),
    text: z.string().describe('the change in one sentence'),
  })
  .meta({ id: 'DiffEntry', description: 'One difference between two cycles' })
export type DiffEntry = z.infer<typeof DiffEntry>

const DiffSide = z
  .object({
    cycle_id: z.string().describe('id of the report cycle'),
    run: z.int().describe('number of the computation of that cycle, from 1'),
    as_of: z.iso.datetime({ offset: true }).describe('cutoff of the cycle, Eastern offset'),
    rules_version: z.string().describe('version of the rules it was computed by'),
  })
  .meta({ id: 'DiffSide', description: 'One of the two compared cycles' })
export type DiffSide = z.infer<typeof DiffSide>

export const SignalsDiff = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    from: DiffSide.nullable().describe('the earlier cycle; null without one'),
    to: DiffSide.nullable().describe('the later cycle; null without one'),
    moved: z.boolean().nullable().describe('true if anything changed; null without two cycles'),
    sentence: z.string().describe('the most material change, or that nothing changed'),
    rules_changed: z
      .boolean()
      .describe('true if the cycles were computed by different rules and are not strictly comparable'),
    n: z.int().describe('changes listed'),
    usual_score_sessions: z.int().describe('sessions over which the usual change of the score was measured'),
    changes: z.array(DiffEntry).describe('differences, most material first'),
    reason: z.string().nullable().describe('why there is no comparison; null while there is one'),
  })
  .meta({ id: 'SignalsDiff', description: 'What changed between two cycles' })
export type SignalsDiff = z.infer<typeof SignalsDiff>
