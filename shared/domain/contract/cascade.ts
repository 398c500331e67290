import { z } from 'zod'
import { AgedInput } from './aged-input.ts'

export const LAYERS = ['volatility', 'credit', 'breadth', 'gamma', 'macro'] as const
const LAYER_BANDS = ['calm', 'strained', 'stressed', 'panic'] as const

const CascadeLayer = z
  .object({
    layer: z.enum(LAYERS).describe('layers in the order in which stress usually spreads'),
    status: z.enum(['ready', 'not_ready']).describe('not_ready: nothing is known, which does not mean calm'),
    band: z.enum(LAYER_BANDS).nullable().describe('calm, strained, stressed or panic; null without a reading'),
    since: z.iso.date().nullable().describe('session whose close entered this band; today for an intraday reading'),
    since_is_older: z.boolean().describe('true if the band began before the sessions examined'),
    strained_since: z.iso
      .date()
      .nullable()
      .describe(
        'session whose close ended the last calm; null while calm, or if that is older than the sessions examined',
      ),
    sessions: z.int().nullable().describe('sessions in this band, the first included; only sessions with a reading'),
    sessions_unread: z
      .int()
      .optional()
      .describe('sessions since `since` on which the layer had no reading; absent without one and in older documents'),
    before: z.enum(LAYER_BANDS).nullable().describe('previous band; null if it is older than the sessions examined'),
    reads: z.string().describe('what was measured, in words with values'),
    inputs: z.array(AgedInput).describe('observations it was computed from'),
    reason: z.string().nullable().describe('why there is no reading; null while there is one'),
  })
  .meta({ id: 'CascadeLayer', description: 'One market layer that stress may have reached' })

export const Cascade = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().nullable().describe('version of the band limits; null without a document'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff, Eastern offset; null without a document'),
    stage: z
      .enum(['none', 'contained', 'spreading', 'broad', 'insufficient_data'])
      .describe('by the number of layers at strained or worse: none 0, contained 1, spreading 2 or 3, broad 4 or 5'),
    reached: z.enum(LAYERS).nullable().describe('last layer in the order that is strained or worse'),
    n: z.int().describe('layers with a reading'),
    n_strained: z.int().describe('layers at strained or worse'),
    n_stressed: z.int().describe('layers at stressed or worse'),
    order: z
      .array(z.enum(LAYERS))
      .describe('strained layers by the date they left calm; equal dates in the order of the layers'),
    sentence: z.string().describe('the stage in one sentence; a state, not a forecast'),
    sessions_looked_at: z.int().describe('closes examined'),
    reason: z.string().nullable().describe('why there is no stage; null while there is one'),
    layers: z.array(CascadeLayer).describe('the five layers; empty without a document'),
  })
  .meta({ id: 'Cascade', description: 'How far stress has spread, and when each layer turned' })
export type Cascade = z.infer<typeof Cascade>
export type CascadeLayer = z.infer<typeof CascadeLayer>
