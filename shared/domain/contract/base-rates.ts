import { z } from 'zod'
import { AgedInput } from './aged-input.ts'

export const BASE_RATES_KEY = 'signals/base-rates'
export const CALIBRATION_KEY = 'signals/base-rates/calibration'
/** Not served: the sessions a caller's condition is looked up in. */
export const SESSIONS_KEY = 'signals/base-rates/sessions'

const share = z.number().min(0).max(1)

export const RateOf = z
  .object({
    rate: share.nullable().describe('share of the sessions, 0 to 1; null without any'),
    low: share.nullable().describe('lower end of the 95 % interval, over effective_n'),
    high: share.nullable().describe('upper end of the 95 % interval, over effective_n'),
  })
  .meta({ id: 'RateOf', description: 'A share of past sessions with its interval' })
export type RateOf = z.infer<typeof RateOf>

export const Followed = z
  .object({
    n: z.int().min(0).describe('past sessions whose horizon is over'),
    effective_n: z.int().min(0).describe('of those, stretches that do not overlap: what n is worth'),
    median_return_pct: z.number().nullable().describe('median change of SPY over the horizon, percent'),
    up: RateOf.describe('sessions after which SPY closed higher at the end of the horizon'),
    drawdown: RateOf.describe('sessions with a fall of the stated size from a peak to a later close in the horizon'),
  })
  .meta({ id: 'Followed', description: 'What followed some past sessions' })
export type Followed = z.infer<typeof Followed>

export const StateDimension = z
  .object({
    key: z.string().describe('volatility, vix_term, credit, credit_change, breadth or gamma'),
    label: z.string().describe('its name for people'),
    unit: z.string().describe('unit of its value'),
    series: z.string().describe('series it is read from; of several the one with the longest history'),
    used: z.boolean().describe('whether it takes part'),
    value: z.number().nullable().describe('the reading of that evening; null without one'),
    stress: z.number().min(0).max(100).nullable().describe('share of the training sessions less stressed, 0 to 100'),
    stress_5d_ago: z.number().min(0).max(100).nullable().describe('the same five sessions earlier'),
    z: z
      .number()
      .nullable()
      .describe('standard deviations from the mean of the training sessions, more is a higher value'),
    have: z.int().describe('sessions with a reading'),
    reason: z.string().nullable().describe('why it takes no part; null while it does'),
  })
  .meta({ id: 'StateDimension', description: 'One dimension of the state of the market' })
export type StateDimension = z.infer<typeof StateDimension>

export const Reliability = z
  .object({
    verdict: z
      .enum(['better', 'not_better', 'insufficient_data'])
      .describe('against the base rate, beyond the standard error of the gain'),
    reason: z.string().describe('the verdict in words'),
    from: z.iso.date().nullable().describe('first session judged'),
    to: z.iso.date().nullable().describe('last session judged'),
    n: z.int().describe('statements whose outcome is known'),
    effective_n: z.int().describe('of those, outcomes that do not overlap'),
    brier: z.number().nullable().describe('mean squared error of the stated rates; lower is better'),
    base_brier: z.number().nullable().describe('that of the expanding base rate over the same sessions'),
    skill: z.number().nullable().describe('1 - brier / base_brier; null below the floor'),
    skill_error: z.number().nullable().describe('standard error of the skill, from blocks of 20 sessions'),
    table: z
      .array(
        z.object({
          from: share.describe('stated rate from (included)'),
          to: share.describe('stated rate to (excluded)'),
          n: z.int().describe('statements'),
          effective_n: z.int().describe('of those, outcomes that do not overlap'),
          stated: share.describe('mean stated rate'),
          realised: share.describe('share that came true'),
          low: share.describe('lower end of the 95 % interval of realised'),
          high: share.describe('upper end of the 95 % interval of realised'),
        }),
      )
      .describe('what came of each range of stated rates'),
  })
  .meta({ id: 'Reliability', description: 'How well walk-forward statements did' })
export type Reliability = z.infer<typeof Reliability>

const status = z.enum(['ready', 'not_ready']).describe('not_ready: too little is known, see reason')
/** What every document of this family says of itself. */
export const ofEvening = {
  schema_version: z.string().describe('version of the shape of this document'),
  rules_version: z.string().nullable().describe('version of the rules; null without a document'),
  as_of: z.iso.datetime({ offset: true }).nullable().describe('evening it looks back from, Eastern offset'),
  trade_date: z.iso.date().nullable().describe('session whose state it is'),
  status,
  reason: z.string().nullable().describe('why there is nothing; null while there is'),
  have: z.int().nullable().describe('sessions there are, where too few is the reason'),
  need: z.int().nullable().describe('sessions it takes'),
}

const HorizonFollowed = z.object({
  sessions: z.int().describe('horizon in sessions'),
  analogues: Followed.describe('what followed the nearest sessions'),
  unconditional: Followed.describe('what followed every session before'),
})

export const BaseRates = z
  .object({
    ...ofEvening,
    statement: z.string().nullable().describe('the base rate in words with its sample sizes; no forecast'),
    drawdown_pct: z.number().describe('size of the fall that `drawdown` counts, percent'),
    dimensions: z.array(StateDimension).describe('the state the sessions are compared in'),
    distance: z
      .object({
        mean: z.number().describe('mean distance of the analogues, standard deviations per dimension'),
        usual_percentile: z
          .number()
          .min(0)
          .max(100)
          .nullable()
          .describe('share of past statements whose analogues were nearer; 100: nothing like today is known'),
      })
      .nullable()
      .describe('how alike the analogues are'),
    analogues: z
      .array(
        z.object({
          trade_date: z.iso.date().describe('the past session'),
          distance: z.number().describe('standard deviations per dimension'),
          returns_pct: z
            .object({
              '5': z.number().nullable().describe('percent after 5 sessions'),
              '10': z.number().nullable().describe('percent after 10 sessions'),
              '20': z.number().nullable().describe('percent after 20 sessions'),
            })
            .describe('what SPY did from its close'),
          max_drawdown_pct: z.number().nullable().describe('largest fall within 20 sessions, percent'),
        }),
      )
      .describe('the nearest past sessions, nearest first; none of the last 20, at least 10 apart'),
    horizons: z.array(HorizonFollowed).describe('what followed, beside what always follows'),
    calibration: z
      .object({
        verdict: Reliability.shape.verdict,
        skill: z.number().nullable().describe('of the stated drawdown rate against the base rate'),
        effective_n: z.int().describe('independent outcomes it was judged on'),
      })
      .nullable()
      .describe('how well such statements did; the tables are in base-rates/calibration'),
    inputs: z.array(AgedInput).describe('the newest observation of each series, with its age'),
  })
  .meta({ id: 'BaseRates', description: 'The nearest past sessions, and what followed them' })
export type BaseRates = z.infer<typeof BaseRates>

export const Calibration = z
  .object({
    ...ofEvening,
    every_sessions: z.int().describe('a statement is made every so many sessions'),
    claims: z
      .array(
        z.object({
          claim: z.string().describe('drawdown_20, up_5, up_10 or up_20'),
          sessions: z.int().describe('its horizon in sessions'),
          reliability: Reliability.describe('how well it did'),
        }),
      )
      .describe('each kind of statement judged on its own'),
  })
  .meta({ id: 'BaseRateCalibration', description: 'How well statements from analogues did, walk-forward' })
export type Calibration = z.infer<typeof Calibration>
