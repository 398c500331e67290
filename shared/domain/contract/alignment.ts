import { z } from 'zod'
import { AgedInput } from './aged-input.ts'
import { Regime } from './signals.ts'

export const STANCES = ['supportive', 'neutral', 'adverse', 'no_data'] as const

const AlignedSignal = z
  .object({
    key: z.string().describe('signal key, as in trends and signal_levels'),
    name: z.string().describe('display name'),
    stance: z.enum(STANCES).describe('what the signal means for the market; no_data does not mean neutral'),
    firing: z.boolean().describe('true if it has left the middle fifth of its scale'),
    strength: z
      .number()
      .min(-1)
      .max(1)
      .nullable()
      .describe('1 favorable, 0.5 leaning, 0 neutral, -0.5 caution, -1 adverse; null without data'),
    level: z.string().nullable().describe('its level; null without data'),
    label: z.string().nullable().describe('the level in words that fit the signal'),
    display: z.string().describe('the reading with its unit, or n/a'),
    percentile: z.number().min(0).max(100).nullable().describe('percentile in its own trailing window, 0 to 100'),
    inputs: z.array(AgedInput).describe('observations it was computed from; empty without data'),
    reason: z.string().nullable().describe('why there is no data; null while there is some'),
  })
  .meta({ id: 'AlignedSignal', description: 'What one signal indicates' })

export const Alignment = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().nullable().describe('version of the rules behind the levels; null without a document'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff, Eastern offset; null without a document'),
    net: z
      .number()
      .min(-100)
      .max(100)
      .nullable()
      .describe(
        'from -100 (all adverse) to 100 (all supportive): strengths weighted by their points in the score; null with ' +
          'a reason',
      ),
    label: z
      .enum([
        'aligned_supportive',
        'leaning_supportive',
        'mixed',
        'leaning_adverse',
        'aligned_adverse',
        'insufficient_data',
      ])
      .describe('net in words: aligned from 50, leaning from 20'),
    reason: z.string().nullable().describe('why there is no net figure; null while there is one'),
    sentence: z.string().describe('the alignment in one sentence'),
    regime: Regime.nullable().describe('the regime as closes confirm it'),
    n: z.int().describe('signals with data'),
    counts: z
      .object({
        supportive: z.int().describe('signals that support'),
        neutral: z.int().describe('signals in the middle'),
        adverse: z.int().describe('signals that warn'),
        no_data: z.int().describe('signals without data'),
      })
      .describe('counts of the 13 signals'),
    firing: z.array(AlignedSignal).describe('signals outside the middle of their scale, strongest warnings first'),
    no_data: z.array(AlignedSignal).describe('signals without data; this does not mean calm'),
    families: z
      .array(
        z
          .object({
            family: z.string().describe('what its signals have in common'),
            stance: z
              .enum(['supportive', 'neutral', 'mixed', 'adverse', 'no_data'])
              .describe('mixed: its signals disagree'),
            net: z.number().min(-100).max(100).nullable().describe('the net figure computed from its signals alone'),
            n: z.int().describe('signals with data'),
            of: z.int().describe('signals in the family'),
            signals: z.array(AlignedSignal).describe('signals of the family'),
          })
          .meta({ id: 'SignalFamily', description: 'Signals of one kind, and what they indicate together' }),
      )
      .describe('signal families; empty without a document'),
  })
  .meta({ id: 'Alignment', description: 'Whether the signals agree, by family' })
export type Alignment = z.infer<typeof Alignment>
export type AlignedSignal = z.infer<typeof AlignedSignal>
