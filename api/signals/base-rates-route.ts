import { BASE_RATES_KEY, BaseRates, CALIBRATION_KEY, Calibration } from '../../shared/domain/contract/base-rates.ts'
import { documentRoute } from '../cache/document-route.ts'
import { EXAMPLE_BASE_RATES, EXAMPLE_CALIBRATION } from '../openapi/examples.ts'
import { learnedDocument, NOTHING_LEARNED, nothingLearned } from './base-rate-documents.ts'

const emptyRates = (reason: string): BaseRates => ({
  ...nothingLearned(reason),
  statement: null,
  drawdown_pct: EXAMPLE_BASE_RATES.drawdown_pct,
  dimensions: [],
  distance: null,
  analogues: [],
  horizons: [],
  calibration: null,
  inputs: [],
})

const emptyCalibration = (reason: string): Calibration => ({
  ...nothingLearned(reason),
  every_sessions: EXAMPLE_CALIBRATION.every_sessions,
  claims: [],
})

export const signalsBaseRatesRoutes = [
  documentRoute({
    path: '/api/v1/signals/base-rates',
    class: 'public',
    tag: 'signals',
    summary: 'The most similar past sessions, and what followed them',
    description:
      'The nearest past sessions to the newest finished one in standardised state space, none of the last 20 and at least ' +
      '10 apart, with what SPY did over the next 5, 10 and 20 sessions beside what it did after every session. Sample ' +
      'sizes count overlap; a description of the past, no forecast.',
    response: BaseRates,
    responseDescription: 'Analogues and rates, or why there are none',
    example: EXAMPLE_BASE_RATES,
    topics: ['signals'],
    load: async (context) => (await learnedDocument(context, BASE_RATES_KEY)) ?? { value: emptyRates(NOTHING_LEARNED) },
    empty: emptyRates,
  }),
  documentRoute({
    path: '/api/v1/signals/base-rates/calibration',
    class: 'public',
    tag: 'signals',
    summary: 'How well statements from analogues did',
    description:
      'Every fifth past session asked its analogues, each of them over by then, and what came: by range of the stated ' +
      'rate, and by Brier against the expanding base rate. `verdict` says whether that was better than the base rate.',
    response: Calibration,
    responseDescription: 'Each kind of statement with its reliability',
    example: EXAMPLE_CALIBRATION,
    topics: ['signals'],
    load: async (context) =>
      (await learnedDocument(context, CALIBRATION_KEY)) ?? { value: emptyCalibration(NOTHING_LEARNED) },
    empty: emptyCalibration,
  }),
]
