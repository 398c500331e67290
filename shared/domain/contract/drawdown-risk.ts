import { z } from 'zod'
import { AgedInput } from './aged-input.ts'
import { eveningFields, Reliability, ReliabilityThird, StateDimension, Verdict } from './base-rates.ts'

export const DRAWDOWN_RISK_KEY = 'signals/drawdown-risk'
export const DRAWDOWN_RISK_HISTORY_KEY = 'signals/drawdown-risk/history'

export const RiskBand = z.enum(['low', 'elevated', 'high'])
export type RiskBand = z.infer<typeof RiskBand>

const share = z.number().min(0).max(1)
const composite = z.number().min(0).max(100)
const rates = {
  n: z.int().describe('past sessions'),
  effective_n: z.int().describe('number of those whose 20 sessions do not overlap'),
  rate: share.describe('share followed by such a fall'),
  low: share.nullable().describe('lower end of the 95 % interval, over effective_n'),
  high: share.nullable().describe('upper end of the 95 % interval, over effective_n'),
}
const vixRange = {
  from: z.number().min(0).describe('VIX from (included)'),
  to: z.number().nullable().describe('VIX to (excluded); null without an upper end'),
}
const bandFrom = z.enum(['rates']).describe('rates: the stated rate compared with the base rate')

export const RiskTrend = z
  .object({
    direction: z.enum(['worsening', 'easing', 'steady']).describe('steady if the change is within the threshold'),
    change_5d: z.number().describe('stated rate less that of five sessions ago, percentage points'),
    threshold: z
      .number()
      .describe('a quarter of the standard deviation of that change over 252 sessions, percentage points'),
  })
  .meta({ id: 'RiskTrend', description: 'Context for display; it is never graded' })
export type RiskTrend = z.infer<typeof RiskTrend>

const figures = {
  n: z.int().describe('sessions compared'),
  effective_n: z.int().describe('number of those whose outcomes do not overlap'),
  brier: z.number().describe('mean squared error of the stated rates; lower is better'),
  rival_brier: z.number().describe('the same for the rival, over the same sessions'),
  skill: z.number().nullable().describe('1 - brier / rival_brier; above 0 the statement is better'),
  skill_error: z.number().nullable().describe('standard error of the skill: blocks of 60 and 120 sessions, the larger'),
  verdict: Verdict.describe(
    'the statement compared with the rival: better or worse beyond two standard errors, else same',
  ),
  n_needed: z.int().nullable().describe('sessions after which a difference of this size would be told from none'),
}

export const RivalTable = z
  .object({
    rules_version: z.string().describe('rules that the statements were computed by'),
    computed_on: z.iso.date().describe('day on which `npm run validate` computed this table'),
    data_from: z.iso.date().describe('first session of the data'),
    data_to: z.iso.date().describe('last session of the data'),
    judged_from: z.iso.date().describe('first session judged'),
    judged_to: z.iso.date().describe('last session judged'),
    drawdown_pct: z.number().describe('size of the fall, percent'),
    method: z.string().describe('how the statements were judged'),
    rivals: z
      .array(
        z.object({
          rival: z.string().describe('base_rate, vix_logistic, vix_implied, hy_oas_logistic or distance_200d_logistic'),
          label: z.string().describe('the rival in words'),
          ...figures,
        }),
      )
      .describe('the statement compared with each rival'),
    thirds: z.array(ReliabilityThird).describe('stated and realised rates by third of the stated rate'),
    next_session: z
      .object({
        n: z.int().describe('sessions judged'),
        band_pct: z.number().describe('share of closes that the band should hold, percent'),
        coverage_pct: z.number().describe('share that it held, percent'),
      })
      .describe('the band of the next close in `ops history`'),
  })
  .meta({ id: 'RivalTable', description: 'The statement judged walk-forward on past years against simpler rivals' })
export type RivalTable = z.infer<typeof RivalTable>

export const DrawdownRisk = z
  .object({
    ...eveningFields,
    statement: z.string().nullable().describe('the expected size of falls in words; how large, not when or which way'),
    band: RiskBand.nullable().describe(
      'low: rate below the base rate; elevated: at or above it; high: at least 1.5 times, with its interval above it',
    ),
    band_from: bandFrom.nullable(),
    band_reason: z.string().nullable().describe('why it is this band'),
    clear: z
      .boolean()
      .nullable()
      .describe('whether rate and base rate differ by more than two standard errors; null if too little is known'),
    difference: z.number().nullable().describe('stated rate less base rate, from -1 to 1'),
    difference_error: z
      .number()
      .nullable()
      .describe('its standard error: block bootstrap with blocks of 60 and 120 sessions, the larger error'),
    vix: z.number().nullable().describe('VIX that the past falls are scaled to'),
    median_fall_pct: z.number().nullable().describe('half of such periods had a worst fall below this, percent'),
    one_in_five_fall_pct: z.number().nullable().describe('one in five had a worst fall above this, percent'),
    sizes: z
      .array(
        z.object({
          drawdown_pct: z.number().describe('size of the fall, percent'),
          rate: share.describe('share of past sessions, scaled to this VIX, followed by such a fall'),
          base_rate: share.describe('share of all sessions followed by such a fall'),
        }),
      )
      .describe('the same statement for falls of 3 to 10 %'),
    trend: RiskTrend.nullable().describe('change of the stated rate over five sessions; null without enough history'),
    outcome: z
      .object({
        sessions: z.int().describe('sessions examined'),
        drawdown_pct: z.number().describe('size of the fall, percent'),
        definition: z.string().describe('what counts as such a fall'),
      })
      .describe('the outcome that the rates count'),
    state: z
      .object({
        ...vixRange,
        ...rates,
        shrunk_rate: share.describe('equal to rate, because shrinkage is no longer applied'),
      })
      .nullable()
      .describe('what is stated at this VIX; from and to are the range of VIX with the same band'),
    base_rate: z
      .object({
        ...rates,
        from: z.iso.date().describe('first session counted'),
        to: z.iso.date().describe('last session counted, whose outcome is known'),
      })
      .nullable()
      .describe('what followed every session with SPY and VIX whose outcome is known; the only base rate served'),
    states: z
      .array(
        z.object({
          ...vixRange,
          ...rates,
          shrunk_rate: share.describe('equal to rate, because shrinkage is no longer applied'),
          band: RiskBand.describe('band stated in this range'),
        }),
      )
      .describe('the range of VIX of each band today, and what followed the past sessions with a VIX in it'),
    learned: z
      .object({
        at: z.iso.date().describe('session whose evening this is'),
        from: z.iso.date().describe('first session learned from'),
        to: z.iso.date().describe('last session learned from; its outcome was already complete'),
        embargo_sessions: z.int().describe('sessions between the last one learned from and this one'),
      })
      .nullable()
      .describe('the sessions that the statement counts'),
    composite: composite
      .nullable()
      .describe('mean stress of the drivers, from 0 (calmest) to 100; it describes the state and has no rate'),
    drivers: z.array(StateDimension).describe('dimensions, most stressed first, then those that are not used'),
    reliability: Reliability.nullable().describe('walk-forward reliability on the history that this service knows'),
    rivals: RivalTable.nullable().describe(
      'the statement judged on past years against simpler rivals: a table that was computed once, null before ' +
        'anything is learned',
    ),
    inputs: z.array(AgedInput).describe('the newest observation of each series, with its age'),
  })
  .meta({
    id: 'DrawdownRisk',
    description: 'Expected size of falls: past ones scaled to the implied volatility of today',
  })
export type DrawdownRisk = z.infer<typeof DrawdownRisk>

export const RiskSession = z
  .object({
    trade_date: z.iso.date().describe('the session'),
    composite: composite.nullable().describe('as computed that evening; null if too little was known'),
    band: RiskBand.nullable().describe('as computed that evening'),
    band_from: bandFrom.nullable(),
    stated_rate: share.nullable().describe('as stated that evening'),
    base_rate: share.nullable().describe('base rate of that evening'),
    n: z.int().nullable().describe('past sessions counted that evening'),
    matured: z.boolean().describe('whether its 20 sessions have passed'),
    max_drawdown_pct: z
      .number()
      .nullable()
      .describe('largest fall within its 20 sessions, percent; null until they have passed'),
    came: z.boolean().nullable().describe('whether that was a fall as defined; null until they have passed'),
  })
  .meta({ id: 'RiskSession', description: 'What was stated for a session, and its outcome' })
export type RiskSession = z.infer<typeof RiskSession>

export const DrawdownRiskHistory = z
  .object({ ...eveningFields, sessions: z.array(RiskSession).describe('oldest first') })
  .meta({ id: 'DrawdownRiskHistory', description: 'Walk-forward statements with their realised outcomes' })
export type DrawdownRiskHistory = z.infer<typeof DrawdownRiskHistory>
