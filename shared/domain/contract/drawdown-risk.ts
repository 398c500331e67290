import { z } from 'zod'
import { AgedInput } from './aged-input.ts'
import { eveningFields, Reliability, StateDimension } from './base-rates.ts'

export const DRAWDOWN_RISK_KEY = 'signals/drawdown-risk'
export const DRAWDOWN_RISK_HISTORY_KEY = 'signals/drawdown-risk/history'

export const RiskBand = z.enum(['low', 'elevated', 'high'])
export type RiskBand = z.infer<typeof RiskBand>

const share = z.number().min(0).max(1)
const composite = z.number().min(0).max(100)
const rates = {
  n: z.int().describe('past sessions'),
  effective_n: z.int().describe('number of those whose 20 sessions do not overlap'),
  rate: share.describe('share followed by such a drawdown'),
  low: share.nullable().describe('lower end of the 95 % interval, over effective_n'),
  high: share.nullable().describe('upper end of the 95 % interval, over effective_n'),
}
const bandFrom = z
  .enum(['rates', 'terciles'])
  .describe(
    'rates: the rate of the state compared with the base rate; terciles: terciles of the composite, used while rates are not better',
  )

export const RiskTrend = z
  .object({
    direction: z.enum(['worsening', 'easing', 'steady']).describe('steady if the change is within the threshold'),
    change_5d: z.number().describe('composite today minus that of five sessions ago, points'),
    threshold: z.number().describe('half of the usual five-session change of the last year, points'),
  })
  .meta({ id: 'RiskTrend', description: 'Context for display; it is never graded' })
export type RiskTrend = z.infer<typeof RiskTrend>

export const DrawdownRisk = z
  .object({
    ...eveningFields,
    composite: composite.nullable().describe('mean stress of its dimensions, from 0 (calmest) to 100 (most stressed)'),
    band: RiskBand.nullable().describe('low, elevated or high; null without a composite'),
    band_from: bandFrom.nullable(),
    band_reason: z.string().nullable().describe('why the band comes from there'),
    trend: RiskTrend.nullable().describe('change of the composite over five sessions; null without enough history'),
    statement: z.string().nullable().describe('the base rate in words; not a forecast'),
    outcome: z
      .object({
        sessions: z.int().describe('sessions examined'),
        drawdown_pct: z.number().describe('size of the fall, percent'),
        definition: z.string().describe('what counts as such a drawdown'),
      })
      .describe('the outcome that the rates count'),
    state: z
      .object({
        from: composite.describe('composite from (included)'),
        to: composite.describe('composite to'),
        ...rates,
        shrunk_rate: share.describe(
          'rate shrunk towards the base rate by four samples; reliability measures this rate',
        ),
      })
      .nullable()
      .describe('range of the composite that today falls in, and what followed past sessions in it'),
    base_rate: z.object(rates).nullable().describe('what followed all sessions the states were learned from'),
    states: z
      .array(
        z.object({
          from: composite.describe('composite from (included)'),
          to: composite.describe('composite to'),
          ...rates,
          shrunk_rate: share.describe('rate shrunk towards the base rate by four samples'),
          band: RiskBand.describe('band by the shrunk rate compared with the base rate'),
        }),
      )
      .describe('every range of the composite, calmest first'),
    learned: z
      .object({
        at: z.iso.date().describe('first session of the year; everything was learned before it'),
        from: z.iso.date().describe('first session learned from'),
        to: z.iso.date().describe('last session learned from; its outcome was already complete'),
        embargo_sessions: z.int().describe('sessions between the last one learned from and the first one judged'),
      })
      .nullable()
      .describe('the annual refit'),
    drivers: z.array(StateDimension).describe('dimensions, most stressed first, then those that are not used'),
    reliability: Reliability.nullable().describe('walk-forward reliability of every statement whose outcome is known'),
    inputs: z.array(AgedInput).describe('the newest observation of each series, with its age'),
  })
  .meta({ id: 'DrawdownRisk', description: 'How often states like this were followed by a drawdown; a base rate' })
export type DrawdownRisk = z.infer<typeof DrawdownRisk>

export const RiskSession = z
  .object({
    trade_date: z.iso.date().describe('the session'),
    composite: composite.nullable().describe('as computed that evening; null if too little was known'),
    band: RiskBand.nullable().describe('as computed that evening'),
    band_from: bandFrom.nullable(),
    stated_rate: share.nullable().describe('shrunk rate of the state it was in'),
    base_rate: share.nullable().describe('rate of all sessions the state was learned from'),
    n: z.int().nullable().describe('past sessions of that state'),
    matured: z.boolean().describe('whether its 20 sessions have passed'),
    max_drawdown_pct: z
      .number()
      .nullable()
      .describe('largest fall within its 20 sessions, percent; null until they have passed'),
    came: z.boolean().nullable().describe('whether that was a drawdown as defined; null until they have passed'),
  })
  .meta({ id: 'RiskSession', description: 'What was stated for a session, and its outcome' })
export type RiskSession = z.infer<typeof RiskSession>

export const DrawdownRiskHistory = z
  .object({ ...eveningFields, sessions: z.array(RiskSession).describe('oldest first') })
  .meta({ id: 'DrawdownRiskHistory', description: 'Walk-forward statements with their realised outcomes' })
export type DrawdownRiskHistory = z.infer<typeof DrawdownRiskHistory>
