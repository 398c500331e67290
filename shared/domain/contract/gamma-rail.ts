import { z } from 'zod'
import { AgedInput } from './aged-input.ts'
import { Walls } from './gamma.ts'

export const RAIL_RULES_VERSION = '2026.11-4'

const RAIL_LEVELS = [
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
  'ai_flip',
] as const

const RailLevel = z
  .object({
    key: z
      .enum(RAIL_LEVELS)
      .describe('key of the level; ai_flip: the first watch-line on SPY of the newest verdict known to the cycle'),
    label: z.string().describe('display name'),
    price: z.number().describe('dollars'),
    side: z.enum(['above', 'at', 'below']).describe('position relative to spot'),
    distance: z.number().describe('signed distance from spot, dollars'),
    distance_percent: z.number().describe('signed distance from spot, percent'),
    distance_moves: z.number().nullable().describe('signed distance in expected moves; null without an expected move'),
    pair: Walls.shape.call_wall_pair.describe(
      'of a wall: the two strikes with nearly the same exposure, either of which may be the wall in the next cycle; ' +
        'null if it is alone, absent if that is not known',
    ),
    ties: Walls.shape.call_wall_ties.describe(
      'of a wall: itself and up to three strikes with at least 0.9 of its exposure, all of which its label names; ' +
        'null if it is alone, absent if that is not known',
    ),
  })
  .meta({ id: 'RailLevel', description: 'One price level' })
export type RailLevel = z.infer<typeof RailLevel>

export const GammaRail = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().nullable().describe('version of the rules; null without a document'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff, Eastern offset; null without a document'),
    underlying: z.string().describe('symbol that all prices refer to'),
    spot: z.number().nullable().describe('its price, dollars; null with a reason'),
    spot_from: z.enum(['chain', 'quote', 'close']).nullable().describe('where that price comes from'),
    levels_session: z.iso
      .date()
      .nullable()
      .describe(
        'session of the option chain that the gamma levels come from: before the first chain of a day the session ' +
          'before, which their labels then name; null without a chain',
      ),
    gamma_sign: z
      .enum(['positive', 'negative', 'uncertain'])
      .nullable()
      .describe('sign of net dealer gamma: positive dampens moves, negative amplifies them'),
    expected_move: z.number().nullable().describe('one standard deviation of the span it covers, dollars'),
    expected_move_covers: z
      .enum(['rest_of_day', 'next_session'])
      .nullable()
      .describe('what is left of the day while the market is open, otherwise the session after the chain’s own'),
    n: z.int().describe('number of known levels, spot included'),
    levels: z.array(RailLevel).describe('known levels, highest price first'),
    missing: z
      .array(
        z.object({
          key: z.enum(RAIL_LEVELS).describe('key of the level'),
          reason: z.string().describe('why it is not known'),
        }),
      )
      .describe('levels that are not known'),
    ticks: z
      .array(
        z.object({
          price: z.number().describe('rounded to a dollar'),
          keys: z.array(z.enum(RAIL_LEVELS)).describe('levels that round to this price'),
          label: z.string().describe('combined display names'),
          position: z.number().min(0).max(1).describe('position on the axis: 0 is its lowest price, 1 its highest'),
          tier: z
            .union([z.literal(0), z.literal(1)])
            .describe('tier of the label; labels that would overlap alternate between two tiers'),
        }),
      )
      .describe('the levels as labels of one axis, lowest price first'),
    axis: z
      .object({ low: z.number().describe('dollars'), high: z.number().describe('dollars') })
      .nullable()
      .describe('ends of the axis; null without levels'),
    inputs: z.array(AgedInput).describe('observations it was computed from, with source and age'),
    reason: z.string().nullable().describe('why there is no rail; null while there is one'),
  })
  .meta({ id: 'GammaRail', description: 'All price levels of SPY on one axis' })
export type GammaRail = z.infer<typeof GammaRail>

/** The document without a price: nulls and the reason. */
export const emptyRail = (reason: string, asOf: string | null = null): GammaRail => ({
  schema_version: '2026.11',
  rules_version: asOf === null ? null : RAIL_RULES_VERSION,
  as_of: asOf,
  underlying: 'SPY',
  spot: null,
  spot_from: null,
  levels_session: null,
  gamma_sign: null,
  expected_move: null,
  expected_move_covers: null,
  n: 0,
  levels: [],
  missing: [],
  ticks: [],
  axis: null,
  inputs: [],
  reason,
})
