import { z } from 'zod'
import { AgedInput } from './aged-input.ts'

export const BASE_RATES_KEY = 'signals/base-rates'
export const CALIBRATION_KEY = 'signals/base-rates/calibration'
/**
 * The document is not served: it holds the past sessions among which those that match a caller's condition are found.
 */
export const SESSIONS_KEY = 'signals/base-rates/sessions'

const share = z.number().min(0).max(1)

export const RateOf = z
  .object({
    rate: share.nullable().describe('share of the sessions, 0 to 1; null without sessions'),
    low: share.nullable().describe('lower end of the 95 % interval, over effective_n'),
    high: share.nullable().describe('upper end of the 95 % interval, over effective_n'),
  })
  .meta({ id: 'RateOf', description: 'A share of past sessions with its interval' })
export type RateOf = z.infer<typeof RateOf>

export const Followed = z
  .object({
    n: z.int().min(0).describe('past sessions whose horizon has ended'),
    effective_n: z.int().min(0).describe('number of those horizons that do not overlap, the effective sample size'),
    median_return_pct: z.number().nullable().describe('median change of SPY over the horizon, percent'),
    up: RateOf.describe('sessions after which SPY closed higher at the end of the horizon'),
    drawdown: RateOf.describe(
      'sessions followed by a fall of the stated size from a peak to a later close within the horizon',
    ),
  })
  .meta({ id: 'Followed', description: 'What followed a set of past sessions' })
export type Followed = z.infer<typeof Followed>

export const StateDimension = z
  .object({
    key: z.string().describe('volatility, vix_term, credit, credit_change, breadth or gamma'),
    label: z.string().describe('display name'),
    unit: z.string().describe('unit of its value'),
    series: z.string().describe('series it is read from; if there are several, the one with the longest history'),
    used: z.boolean().describe('whether it is used'),
    value: z.number().nullable().describe('its value that evening; null without one'),
    stress: z.number().min(0).max(100).nullable().describe('percent of the training sessions that were less stressed'),
    stress_5d_ago: z.number().min(0).max(100).nullable().describe('the same figure five sessions earlier'),
    z: z
      .number()
      .nullable()
      .describe('standard deviations from the mean of the training sessions; positive is above the mean'),
    have: z.int().describe('sessions with a reading'),
    validated: z.boolean().describe('whether this series was validated on history; one that was not decides nothing'),
    reason: z.string().nullable().describe('why it is not used; null if it is'),
  })
  .meta({ id: 'StateDimension', description: 'One dimension of the state of the market' })
export type StateDimension = z.infer<typeof StateDimension>

export const Verdict = z
  .enum(['better', 'same', 'worse', 'insufficient_data'])
  .describe('compared with the base rate: better or worse beyond two standard errors, else same')

export const ReliabilityThird = z
  .object({
    from: share.describe('lowest stated rate'),
    to: share.describe('highest stated rate'),
    n: z.int().describe('statements'),
    effective_n: z.int().describe('its part of the outcomes that do not overlap; the parts add up to the whole'),
    stated: share.describe('mean stated rate'),
    realised: share.describe('share that came true'),
    low: share.describe('lower end of the 95 % interval of realised'),
    high: share.describe('upper end of the 95 % interval of realised'),
    error: z.number().nullable().describe('standard error of stated less realised; null with too few statements'),
    holds: z
      .boolean()
      .nullable()
      .describe('whether stated and realised are within 10 percentage points and two standard errors of each other'),
  })
  .meta({ id: 'ReliabilityThird', description: 'Statements of one third, by stated rate, and their outcomes' })

export const Reliability = z
  .object({
    verdict: Verdict,
    reason: z.string().describe('the verdict in words'),
    from: z.iso.date().nullable().describe('first session judged'),
    to: z.iso.date().nullable().describe('last session judged'),
    n: z.int().describe('statements whose outcome is known'),
    effective_n: z.int().describe('number of those outcomes that do not overlap'),
    n_needed: z
      .int()
      .nullable()
      .describe('statements after which a gain of this size would be told from none; null without one'),
    brier: z.number().nullable().describe('mean squared error of the stated rates; lower is better'),
    base_brier: z.number().nullable().describe('Brier score of the expanding base rate over the same sessions'),
    skill: z.number().nullable().describe('1 - brier / base_brier; null with too few outcomes'),
    skill_error: z
      .number()
      .nullable()
      .describe('standard error of the skill: block bootstrap with blocks of 60 and 120 sessions, the larger error'),
    table: z.array(ReliabilityThird).describe('realised rates by third of the stated rate'),
  })
  .meta({ id: 'Reliability', description: 'How reliable walk-forward statements were' })
export type Reliability = z.infer<typeof Reliability>

const status = z.enum(['ready', 'not_ready']).describe('not_ready: too little is known; see reason')
/** Fields that every document computed as of an evening has. */
export const eveningFields = {
  schema_version: z.string().describe('version of the shape of this document'),
  rules_version: z.string().nullable().describe('version of the rules; null without a document'),
  as_of: z.iso.datetime({ offset: true }).nullable().describe('evening it is computed as of, Eastern offset'),
  trade_date: z.iso.date().nullable().describe('session whose state it describes'),
  status,
  reason: z.string().nullable().describe('why there is no result; null if there is one'),
  have: z.int().nullable().describe('sessions available, if too few is the reason'),
  need: z.int().nullable().describe('sessions required'),
}

const HorizonFollowed = z.object({
  sessions: z.int().describe('horizon in sessions'),
  analogues: Followed.describe('what followed the nearest sessions'),
  unconditional: Followed.describe('what followed every session before'),
})

export const BaseRates = z
  .object({
    ...eveningFields,
    statement: z.string().nullable().describe('the base rate in words with its sample sizes; not a forecast'),
    drawdown_pct: z.number().describe('size of the fall that `drawdown` counts, percent'),
    dimensions: z.array(StateDimension).describe('dimensions in which sessions are compared'),
    distance: z
      .object({
        mean: z.number().describe('mean distance of the analogues, in standard deviations per dimension'),
        usual_percentile: z
          .number()
          .min(0)
          .max(100)
          .nullable()
          .describe('percent of past statements whose analogues were nearer; 100: no past session resembles today'),
      })
      .nullable()
      .describe('how similar the analogues are'),
    analogues: z
      .array(
        z.object({
          trade_date: z.iso.date().describe('the past session'),
          distance: z.number().describe('in standard deviations per dimension'),
          returns_pct: z
            .object({
              '5': z.number().nullable().describe('change after 5 sessions, percent'),
              '10': z.number().nullable().describe('change after 10 sessions, percent'),
              '20': z.number().nullable().describe('change after 20 sessions, percent'),
            })
            .describe('change of SPY from the close of that session'),
          max_drawdown_pct: z.number().nullable().describe('largest fall within 20 sessions, percent'),
        }),
      )
      .describe('the nearest past sessions, nearest first; none from the last 20, at least 10 sessions apart'),
    horizons: z.array(HorizonFollowed).describe('what followed the analogues, compared with every session'),
    claims: z
      .array(
        z.object({
          claim: z.string().describe('drawdown_20, up_5, up_10 or up_20'),
          verdict: Verdict,
          is_evidence: z.boolean().describe('false where such claims were worse than the base rate out of sample'),
          reason: z.string().describe('the verdict in words'),
        }),
      )
      .describe('whether each kind of claim from analogues counts as evidence'),
    calibration: z
      .object({
        verdict: Reliability.shape.verdict,
        skill: z.number().nullable().describe('skill of the stated drawdown rate against the base rate'),
        effective_n: z.int().describe('independent outcomes it was measured on'),
      })
      .nullable()
      .describe('how reliable such statements were; the tables are in base-rates/calibration'),
    inputs: z.array(AgedInput).describe('the newest observation of each series, with its age'),
  })
  .meta({ id: 'BaseRates', description: 'The past sessions most similar to today, and what followed them' })
export type BaseRates = z.infer<typeof BaseRates>

export const Calibration = z
  .object({
    ...eveningFields,
    every_sessions: z.int().describe('sessions between two statements'),
    claims: z
      .array(
        z.object({
          claim: z.string().describe('drawdown_20, up_5, up_10 or up_20'),
          sessions: z.int().describe('its horizon in sessions'),
          reliability: Reliability.describe('how reliable it was'),
        }),
      )
      .describe('reliability of each kind of statement'),
  })
  .meta({ id: 'BaseRateCalibration', description: 'How reliable statements from analogues were, walk-forward' })
export type Calibration = z.infer<typeof Calibration>
