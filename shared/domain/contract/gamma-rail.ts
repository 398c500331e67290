import { z } from 'zod'
import { AgedInput } from './aged-input.ts'

export const RAIL_RULES_VERSION = '2026.11-1'

export const RAIL_LEVELS = [
  'spot',
  'call_wall',
  'put_wall',
  'zero_gamma',
  'max_pain',
  'expected_move_low',
  'expected_move_high',
  'front_call_wall',
  'front_put_wall',
  'previous_close',
  'average_50d',
  'average_200d',
] as const

const RailLevel = z
  .object({
    key: z.enum(RAIL_LEVELS).describe('which level'),
    label: z.string().describe('its name for people'),
    price: z.number().describe('dollars'),
    side: z.enum(['above', 'at', 'below']).describe('where it lies from spot'),
    distance: z.number().describe('from spot, signed, dollars'),
    distance_percent: z.number().describe('from spot, signed, percent'),
    distance_moves: z.number().nullable().describe('in expected moves of one session, signed; null without one'),
  })
  .meta({ id: 'RailLevel', description: 'One price level' })
export type RailLevel = z.infer<typeof RailLevel>

export const GammaRail = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().nullable().describe('version of the rules; null without a document'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff, Eastern offset; null without a document'),
    underlying: z.string().describe('symbol all prices are of'),
    spot: z.number().nullable().describe('its price, dollars; null with a reason'),
    spot_from: z.enum(['chain', 'quote', 'close']).nullable().describe('where that price is from'),
    gamma_sign: z
      .enum(['positive', 'negative'])
      .nullable()
      .describe('sign of net dealer gamma: positive dampens moves, negative adds to them'),
    expected_move: z.number().nullable().describe('one standard deviation of a session, dollars'),
    n: z.int().describe('levels that are known, spot included'),
    levels: z.array(RailLevel).describe('known levels, the highest price first'),
    missing: z
      .array(
        z.object({ key: z.enum(RAIL_LEVELS).describe('which'), reason: z.string().describe('why it is not known') }),
      )
      .describe('levels that are not known'),
    ticks: z
      .array(
        z.object({
          price: z.number().describe('rounded to a dollar'),
          keys: z.array(z.enum(RAIL_LEVELS)).describe('levels that round to it'),
          label: z.string().describe('their names together'),
          position: z.number().min(0).max(1).describe('place on the axis: 0 its lowest price, 1 its highest'),
          tier: z.union([z.literal(0), z.literal(1)]).describe('labels that would touch alternate between two tiers'),
        }),
      )
      .describe('the levels as labels of one axis, the lowest price first'),
    axis: z
      .object({ low: z.number().describe('dollars'), high: z.number().describe('dollars') })
      .nullable()
      .describe('ends of the axis; null without levels'),
    inputs: z.array(AgedInput).describe('the observations behind it, with source and age'),
    reason: z.string().nullable().describe('why there is no rail; null while there is one'),
  })
  .meta({ id: 'GammaRail', description: 'All price levels of SPY on one axis' })
export type GammaRail = z.infer<typeof GammaRail>

/** The honest payload when there is no price. */
export const emptyRail = (reason: string, asOf: string | null = null): GammaRail => ({
  schema_version: '2026.11',
  rules_version: asOf === null ? null : RAIL_RULES_VERSION,
  as_of: asOf,
  underlying: 'SPY',
  spot: null,
  spot_from: null,
  gamma_sign: null,
  expected_move: null,
  n: 0,
  levels: [],
  missing: [],
  ticks: [],
  axis: null,
  inputs: [],
  reason,
})
