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
  trend: null,
  statement: null,
  outcome: EXAMPLE_DRAWDOWN_RISK.outcome,
  state: null,
  base_rate: null,
  states: [],
  learned: null,
  drivers: [],
  reliability: null,
  inputs: [],
})

const emptyHistory = (reason: string): DrawdownRiskHistory => ({ ...nothingLearned(reason), sessions: [] })

export const signalsDrawdownRiskRoutes = [
  documentRoute({
    path: '/api/v1/signals/drawdown-risk',
    class: 'public',
    tag: 'signals',
    summary: 'How often states like this were followed by a drawdown',
    description:
      'The state of the newest finished session as one composite, and the share of past sessions in that state that ' +
      'were followed by a fall of 4 % or more within 20 sessions: a base rate with its sample sizes, never a forecast. ' +
      'It is fitted again at the first session of each year and tested walk-forward against the expanding base rate; ' +
      'until it has proved better, the band comes from the thirds of the composite, and `band_reason` tells so.',
    response: DrawdownRisk,
    responseDescription: 'Composite, band, drivers and reliability, or the reason why there are none',
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
