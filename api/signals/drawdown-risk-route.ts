import { z } from 'zod'
import {
  DRAWDOWN_RISK_HISTORY_KEY,
  DRAWDOWN_RISK_KEY,
  DrawdownRisk,
  DrawdownRiskHistory,
} from '../../shared/domain/contract/drawdown-risk.ts'
import { documentRoute } from '../cache/document-route.ts'
import { queryInteger } from '../http/parameters.ts'
import { readExample } from '../openapi/read-example.ts'
import { learnedDocument, NOTHING_LEARNED, nothingLearned } from './base-rate-documents.ts'

const EXAMPLE_DRAWDOWN_RISK = readExample<DrawdownRisk>(import.meta.url, './drawdown-risk-example.json')

const DAYS = { min: 1, max: 2_520, default: 90 }

const emptyRisk = (reason: string): DrawdownRisk => ({
  ...nothingLearned(reason),
  composite: null,
  band: null,
  band_from: null,
  band_reason: null,
  clear: null,
  difference: null,
  difference_error: null,
  vix: null,
  median_fall_pct: null,
  one_in_five_fall_pct: null,
  sizes: [],
  trend: null,
  statement: null,
  outcome: EXAMPLE_DRAWDOWN_RISK.outcome,
  state: null,
  base_rate: null,
  states: [],
  learned: null,
  drivers: [],
  reliability: null,
  rivals: null,
  inputs: [],
})

const emptyHistory = (reason: string): DrawdownRiskHistory => ({ ...nothingLearned(reason), sessions: [] })

export const signalsDrawdownRiskRoutes = [
  documentRoute({
    path: '/api/v1/signals/drawdown-risk',
    class: 'public',
    tag: 'signals',
    summary: 'Expected size of falls, scaled to the implied volatility of today',
    description:
      'The share of past sessions that, scaled to the VIX of the newest finished session, were followed by a fall of ' +
      '4 % or more within 20 sessions, beside the base rate, with the median fall and the one that one in five exceeded. ' +
      'No coefficient is fitted. It says how large moves may be, not when or which way, and `clear` tells whether it ' +
      'differs from the base rate by more than two standard errors. `rivals` is a fixed table that judges it on past ' +
      'years against simpler statements; `composite` describes the state and has no rate.',
    response: DrawdownRisk,
    responseDescription: 'Rate, band, sizes, drivers and reliability, or the reason why there are none',
    example: EXAMPLE_DRAWDOWN_RISK,
    topics: ['signals'],
    load: async (context) =>
      (await learnedDocument(context, DRAWDOWN_RISK_KEY)) ?? { value: emptyRisk(NOTHING_LEARNED) },
    empty: emptyRisk,
  }),
  documentRoute({
    path: '/api/v1/signals/drawdown-risk/history',
    class: 'public',
    tag: 'signals',
    summary: 'Statements about past sessions, and the outcomes',
    description:
      'Each session as stated on its own evening, oldest first, with the realised drawdown once its 20 sessions have ' +
      'passed; null before.',
    query: z.object({ days: queryInteger(DAYS, 'number of the newest sessions') }),
    response: DrawdownRiskHistory,
    responseDescription: 'The sessions, oldest first',
    example: readExample(import.meta.url, './drawdown-risk-history-example.json'),
    topics: ['signals'],
    async load(context, { query: { days } }) {
      const stored = await learnedDocument(context, DRAWDOWN_RISK_HISTORY_KEY)
      if (!stored) return { value: emptyHistory(NOTHING_LEARNED) }
      const whole = JSON.parse(stored.text) as DrawdownRiskHistory
      return { value: { ...whole, sessions: whole.sessions.slice(-days) }, traceparent: stored.traceparent }
    },
    empty: emptyHistory,
  }),
]
