import { z } from 'zod'
import { AgedInput } from './aged-input.ts'

/** Most material first: a change of kind outranks every change of degree. */
export const DIFF_KINDS = ['regime', 'data', 'regime_now', 'score', 'component', 'level', 'gamma', 'input'] as const

const DiffEntry = z
  .object({
    kind: z
      .enum(DIFF_KINDS)
      .describe(
        'regime, data (a source or a reading that came or went), regime_now, score, component (its contribution to the ' +
          'score), level, gamma (a wall, or the side of zero gamma), input (the value behind a signal): in this order',
      ),
    subject: z.string().describe('regime, health_score, a signal key, a source or a gamma level'),
    name: z.string().describe('the same for people'),
    from: z.string().nullable().describe('what the earlier cycle said; null where it said nothing'),
    to: z.string().nullable().describe('what the later cycle said; null where it said nothing'),
    change: z.number().nullable().describe('to less from, in `unit`; of levels in steps, worse is positive'),
    unit: z.string().nullable().describe('unit of the change; null where words are compared'),
    usual_change: z.number().nullable().describe('its usual one-session move, same unit; null where none is known'),
    in_usual_moves: z.number().nullable().describe('change divided by usual_change; null where that is null or 0'),
    inputs: z.array(AgedInput).describe('the observations behind the later reading, with their age then'),
    text: z.string().describe('the change in a sentence'),
  })
  .meta({ id: 'DiffEntry', description: 'One thing that is not as it was' })
export type DiffEntry = z.infer<typeof DiffEntry>

const DiffSide = z
  .object({
    cycle_id: z.string().describe('the report cycle'),
    run: z.int().describe('which computation of that cycle, from 1'),
    as_of: z.iso.datetime({ offset: true }).describe('its cutoff, Eastern offset'),
    rules_version: z.string().describe('version of the rules it was computed by'),
  })
  .meta({ id: 'DiffSide', description: 'A cycle that is compared' })
export type DiffSide = z.infer<typeof DiffSide>

export const SignalsDiff = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    from: DiffSide.nullable().describe('the earlier cycle; null without one'),
    to: DiffSide.nullable().describe('the later cycle; null without one'),
    moved: z.boolean().nullable().describe('false: both say the same; null without two cycles'),
    sentence: z.string().describe('the most material change, or that nothing moved'),
    rules_changed: z.boolean().describe('computed by different rules: not strictly comparable'),
    n: z.int().describe('changes listed'),
    usual_score_sessions: z.int().describe('sessions whose changes the usual move of the score is of'),
    changes: z.array(DiffEntry).describe('what is not as it was, most material first'),
    reason: z.string().nullable().describe('why there is no comparison; null while there is one'),
  })
  .meta({ id: 'SignalsDiff', description: 'What changed between two cycles' })
export type SignalsDiff = z.infer<typeof SignalsDiff>
