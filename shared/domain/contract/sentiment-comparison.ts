import { z } from 'zod'
import { AgedInput } from './aged-input.ts'

export const MOODS = ['fear', 'caution', 'neutral', 'optimism', 'greed'] as const

const Gauge = z
  .object({
    key: z.string().describe('name of the gauge'),
    name: z.string().describe('display name'),
    status: z.enum(['ready', 'not_ready']).describe('not_ready: it has no reading and does not count'),
    display: z.string().describe('the reading with its unit, or n/a'),
    greed: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe(
        'percentile in its own trailing window, oriented so that 0 is its greatest fear and 100 its greatest greed',
      ),
    window: z.string().nullable().describe('the trailing window in words'),
    n: z.int().nullable().describe('maximum number of observations in the ranking'),
    inputs: z.array(AgedInput).describe('observations it was computed from'),
    reason: z.string().nullable().describe('why there is no reading; null while there is one'),
  })
  .meta({ id: 'SentimentGauge', description: 'One measure of sentiment relative to its own history' })

const Kind = z
  .object({
    kind: z.enum(['survey', 'positioning', 'options', 'price']).describe('kind of evidence'),
    says: z.string().describe('what this kind of evidence shows, in words'),
    greed: z.number().min(0).max(100).nullable().describe('mean of its gauges with a reading; null without any'),
    mood: z.enum(MOODS).nullable().describe('greed in fifths, from fear to greed; null without a reading'),
    n: z.int().describe('gauges with a reading'),
    gauges: z.array(Gauge).describe('its gauges'),
  })
  .meta({ id: 'SentimentKind', description: 'Sentiment by one kind of evidence' })

export const SentimentComparison = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().nullable().describe('version of the rules; null without a document'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff, Eastern offset; null without a document'),
    greed: z.number().min(0).max(100).nullable().describe('mean of the kinds; null with fewer than two kinds'),
    mood: z.enum(MOODS).nullable().describe('greed in fifths, from fear to greed; null with fewer than two kinds'),
    spread: z.number().nullable().describe('greediest kind minus most fearful kind, in percentile points'),
    n: z.int().describe('kinds with a reading'),
    sentence: z.string().describe('the comparison in one sentence; a state, not a forecast'),
    divergences: z
      .array(
        z
          .object({
            greedier: z.string().describe('kind that shows more greed'),
            more_fearful: z.string().describe('kind that shows more fear'),
            gap: z.number().describe('percentile points between them'),
            sentence: z.string().describe('the divergence in one sentence'),
          })
          .meta({ id: 'SentimentDivergence', description: 'Two kinds that disagree' }),
      )
      .describe('pairs at least 40 points apart, widest first'),
    reason: z.string().nullable().describe('why there is no reading; null while there is one'),
    kinds: z.array(Kind).describe('survey, positioning, options and price; empty without a document'),
  })
  .meta({ id: 'SentimentComparison', description: 'Sentiment by surveys, positioning, option prices and share prices' })
export type SentimentComparison = z.infer<typeof SentimentComparison>
export type SentimentKind = z.infer<typeof Kind>
export type SentimentGauge = z.infer<typeof Gauge>
