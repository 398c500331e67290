import { z } from 'zod'
import { AgedInput } from './aged-input.ts'

export const MOODS = ['fear', 'caution', 'neutral', 'optimism', 'greed'] as const

const Gauge = z
  .object({
    key: z.string().describe('name of the gauge'),
    name: z.string().describe('display name'),
    status: z.enum(['ready', 'not_ready']).describe('not_ready: it has no reading, and takes no side'),
    display: z.string().describe('the reading with its unit, or n/a'),
    greed: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe('rank in its own trailing window, turned so that 0 is its greatest fear and 100 its greatest greed'),
    window: z.string().nullable().describe('that window in words'),
    n: z.int().nullable().describe('observations it is ranked among, at most'),
    inputs: z.array(AgedInput).describe('the observations behind it'),
    reason: z.string().nullable().describe('why there is no reading; null while there is one'),
  })
  .meta({ id: 'SentimentGauge', description: 'One measure of mood in terms of its own history' })

const Kind = z
  .object({
    kind: z.enum(['survey', 'positioning', 'options', 'price']).describe('who speaks'),
    says: z.string().describe('who that is, in words'),
    greed: z.number().min(0).max(100).nullable().describe('mean of its gauges with a reading; null without any'),
    mood: z.enum(MOODS).nullable().describe('greed in fifths, from fear to greed; null without a reading'),
    n: z.int().describe('gauges with a reading'),
    gauges: z.array(Gauge).describe('its gauges'),
  })
  .meta({ id: 'SentimentKind', description: 'What one kind of market participant says' })

export const SentimentComparison = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().nullable().describe('version of the rules; null without a document'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff, Eastern offset; null without a document'),
    greed: z.number().min(0).max(100).nullable().describe('mean of the kinds; null below two kinds'),
    mood: z.enum(MOODS).nullable().describe('the same in fifths; null below two kinds'),
    spread: z.number().nullable().describe('greediest kind less most fearful kind, in points of rank'),
    n: z.int().describe('kinds with a reading'),
    sentence: z.string().describe('the same in a sentence; a state, not a forecast'),
    divergences: z
      .array(
        z
          .object({
            greedier: z.string().describe('the kind that shows more greed'),
            more_fearful: z.string().describe('the kind that shows more fear'),
            gap: z.number().describe('points of rank between them'),
            sentence: z.string().describe('the same in words'),
          })
          .meta({ id: 'SentimentDivergence', description: 'Two kinds that disagree' }),
      )
      .describe('pairs at least 40 points apart, the widest first'),
    reason: z.string().nullable().describe('why there is no reading; null while there is one'),
    kinds: z.array(Kind).describe('survey, positioning, options and price; empty without a document'),
  })
  .meta({ id: 'SentimentComparison', description: 'What people say, hold, pay for protection, and pay for shares' })
export type SentimentComparison = z.infer<typeof SentimentComparison>
export type SentimentKind = z.infer<typeof Kind>
export type SentimentGauge = z.infer<typeof Gauge>
