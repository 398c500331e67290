import { z } from 'zod'
import { AgedInput } from './aged-input.ts'
import { ofEvening, Reliability, StateDimension } from './base-rates.ts'

export const DRAWDOWN_RISK_KEY = 'signals/drawdown-risk'
export const DRAWDOWN_RISK_HISTORY_KEY = 'signals/drawdown-risk/history'

export const RiskBand = z.enum(['low', 'elevated', 'high'])
export type RiskBand = z.infer<typeof RiskBand>

const share = z.number().min(0).max(1)
const composite = z.number().min(0).max(100)
const rates = {
  n: z.int().describe('past sessions'),
  effective_n: z.int().describe('of those, stretches of 20 sessions that do not overlap'),
  rate: share.describe('share that was followed by such a drawdown'),
  low: share.nullable().describe('lower end of the 95 % interval, over effective_n'),
  high: share.nullable().describe('upper end of the 95 % interval, over effective_n'),
}
const bandFrom = z
  .enum(['rates', 'terciles'])
  .describe('rates: of the state against the base rate; terciles: of the composite, while rates are not better')

export const RiskTrend = z
  .object({
    direction: z.enum(['worsening', 'easing', 'steady']).describe('steady within the threshold'),
    change_5d: z.number().describe('composite today less five sessions ago, points'),
    threshold: z.number().describe('half a usual five-session change of the last year, points'),
  })
  .meta({ id: 'RiskTrend', description: 'Context for display; it is never graded' })
export type RiskTrend = z.infer<typeof RiskTrend>

export const DrawdownRisk = z
  .object({
    ...ofEvening,
    composite: composite.nullable().describe('0 calmest to 100 most stressed: mean stress of its dimensions'),
    band: RiskBand.nullable().describe('low, elevated or high; null without a composite'),
    band_from: bandFrom.nullable(),
    band_reason: z.string().nullable().describe('why the band comes from there'),
    trend: RiskTrend.nullable().describe('where the composite has gone in five sessions; null while it cannot be said'),
    statement: z.string().nullable().describe('the base rate in words; never a forecast'),
    outcome: z
      .object({
        sessions: z.int().describe('sessions looked at'),
        drawdown_pct: z.number().describe('size of the fall, percent'),
        definition: z.string().describe('what counts'),
      })
      .describe('what the rates count'),
    state: z
      .object({
        from: composite.describe('composite from (included)'),
        to: composite.describe('composite to'),
        ...rates,
        shrunk_rate: share.describe('rate drawn towards the base rate by four samples: what reliability judges'),
      })
      .nullable()
      .describe('the range of the composite it is in, and what followed past sessions there'),
    base_rate: z.object(rates).nullable().describe('what followed every session the state was learned from'),
    states: z
      .array(
        z.object({
          from: composite.describe('composite from (included)'),
          to: composite.describe('composite to'),
          ...rates,
          shrunk_rate: share.describe('rate drawn towards the base rate by four samples'),
          band: RiskBand.describe('by the shrunk rate against the base rate'),
        }),
      )
      .describe('every range of the composite, calmest first'),
    learned: z
      .object({
        at: z.iso.date().describe('first session of the year, before which everything was learned'),
        from: z.iso.date().describe('first session learned from'),
        to: z.iso.date().describe('last session learned from; its outcome was over'),
        embargo_sessions: z.int().describe('sessions between the last one learned from and the first one judged'),
      })
      .nullable()
      .describe('the annual refit'),
    drivers: z.array(StateDimension).describe('the dimensions, most stressed first, then those that take no part'),
    reliability: Reliability.nullable().describe('walk-forward, of every statement whose outcome is known'),
    inputs: z.array(AgedInput).describe('the newest observation of each series, with its age'),
  })
  .meta({ id: 'DrawdownRisk', description: 'How often states like this were followed by a drawdown; a base rate' })
export type DrawdownRisk = z.infer<typeof DrawdownRisk>

export const RiskSession = z
  .object({
    trade_date: z.iso.date().describe('the session'),
    composite: composite.nullable().describe('as that evening would have said it; null while too little was known'),
    band: RiskBand.nullable().describe('as that evening would have said it'),
    band_from: bandFrom.nullable(),
    stated_rate: share.nullable().describe('shrunk rate of the state it was in'),
    base_rate: share.nullable().describe('rate of all sessions the state was learned from'),
    n: z.int().nullable().describe('past sessions of that state'),
    matured: z.boolean().describe('whether the 20 sessions have passed'),
    max_drawdown_pct: z.number().nullable().describe('largest fall within the 20 sessions, percent; null before'),
    came: z.boolean().nullable().describe('whether that was a drawdown as counted; null before'),
  })
  .meta({ id: 'RiskSession', description: 'What was said of a session, and what came' })
export type RiskSession = z.infer<typeof RiskSession>

export const DrawdownRiskHistory = z
  .object({ ...ofEvening, sessions: z.array(RiskSession).describe('oldest first') })
  .meta({ id: 'DrawdownRiskHistory', description: 'Walk-forward statements with their realised outcomes' })
export type DrawdownRiskHistory = z.infer<typeof DrawdownRiskHistory>
