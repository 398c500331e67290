import { z } from 'zod'
import { InputReading } from './signals.ts'

/** From usual to unusual. */
export const CORRELATION_CLASSES = ['normal', 'elevated', 'warning'] as const
const Classification = z.enum(CORRELATION_CLASSES)
export type CorrelationClass = z.infer<typeof Classification>

const NormalRange = z
  .object({
    low: z.number().describe('5th percentile of its own trailing windows, -1 to 1'),
    high: z.number().describe('95th percentile, -1 to 1'),
    warning_low: z.number().describe('1st percentile, -1 to 1'),
    warning_high: z.number().describe('99th percentile, -1 to 1'),
    n: z.int().describe('windows the range is computed from, the newest included'),
    effective_n: z
      .int()
      .nullable()
      .default(null)
      .describe('windows among them that do not overlap; null in snapshots of earlier rules'),
    from: z.iso.date().describe('last session of the oldest of those windows'),
  })
  .meta({ id: 'CorrelationRange', description: 'The usual range of a pair in its own history' })

const named = {
  name: z.string().describe('what SPY is compared with'),
  series: z.string().describe('its series'),
  measure: z
    .enum(['log_return', 'difference'])
    .describe('how its daily change is measured; SPY is always measured by log return'),
}

const CorrelationReady = z
  .object({
    status: z.literal('ready').describe('ready: there is a reading'),
    ...named,
    correlation: z.number().min(-1).max(1).describe('Pearson correlation of daily changes on common sessions, -1 to 1'),
    interval: z
      .tuple([z.number(), z.number()])
      .nullable()
      .default(null)
      .describe('95 % interval of a correlation of so few changes, by Fisher; null in snapshots of earlier rules'),
    n: z.int().describe('daily changes in the window'),
    window_from: z.iso.date().describe('first session of the window'),
    window_to: z.iso.date().describe('last session of the window: the newest that both series have'),
    age_sessions: z.int().min(0).describe('sessions since window_to'),
    classification: Classification.nullable().describe(
      'elevated outside the 5th to 95th percentile, warning outside the 1st to 99th or with the usual sign flipped; null while the history is too short',
    ),
    percentile: z.number().min(0).max(100).nullable().describe('percentile in its own trailing windows, 0 to 100'),
    usual_sign: z
      .enum(['positive', 'negative'])
      .nullable()
      .describe('sign of the whole normal range; null if the range contains zero'),
    normal_range: NormalRange.nullable().describe('null while the history is too short'),
    reading: z.string().describe('the reading in words'),
    inputs: z.array(InputReading).describe('newest observations of both series in the window'),
  })
  .meta({ id: 'CorrelationReady', description: 'How SPY moves with one other market' })

const CorrelationAbsent = z
  .object({
    status: z.literal('not_ready').describe('not_ready: there is no reading'),
    ...named,
    reason: z.string().describe('why there is no reading'),
    have: z.int().nullable().describe('daily changes available, if too few is the reason'),
    need: z.int().nullable().describe('daily changes required'),
  })
  .meta({ id: 'CorrelationAbsent', description: 'A pair without a reading, and why' })

export const CorrelationPair = z.discriminatedUnion('status', [CorrelationReady, CorrelationAbsent])
export type CorrelationPair = z.infer<typeof CorrelationPair>

/** The block of the market snapshot if at least one pair has a reading. */
export const Correlations = z.object({
  status: z.literal('ready').describe('ready: at least one pair has a reading'),
  classification: Classification.nullable().describe(
    'the most unusual class of any pair; null if none can be classified',
  ),
  window_sessions: z.int().describe('daily changes a correlation is computed from'),
  range_sessions: z.int().describe('trailing windows a normal range is computed from, at most'),
  pairs: z
    .object({
      vix: CorrelationPair.describe('SPY with VIX'),
      dxy: CorrelationPair.describe('SPY with the dollar index'),
      tnx: CorrelationPair.describe('SPY with the 10-year Treasury yield'),
      oil: CorrelationPair.describe('SPY with the oil fund USO'),
    })
    .describe('the four pairs'),
})
export type Correlations = z.infer<typeof Correlations>
export type CorrelationKey = keyof Correlations['pairs']
