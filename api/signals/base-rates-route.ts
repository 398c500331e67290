import { BASE_RATES_KEY, BaseRates, CALIBRATION_KEY, Calibration } from '../../shared/domain/contract/base-rates.ts'
import { documentRoute } from '../cache/document-route.ts'
import { readExample } from '../openapi/read-example.ts'
import { learnedDocument, NOTHING_LEARNED, nothingLearned } from './base-rate-documents.ts'

const EXAMPLE_BASE_RATES = readExample<BaseRates>(import.meta.url, './base-rates-example.json')
const EXAMPLE_CALIBRATION = readExample<Calibration>(import.meta.url, './base-rates-calibration-example.json')

const emptyRates = (reason: string): BaseRates => ({
  ...nothingLearned(reason),
  statement: null,
  drawdown_pct: EXAMPLE_BASE_RATES.drawdown_pct,
  dimensions: [],
  distance: null,
  analogues: [],
  horizons: [],
  claims: [],
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
    summary: 'The most similar past sessions, and the returns after them',
    description:
      'The past sessions nearest to the newest finished one in standardised state space, none of the last 20 and at ' +
      'least 10 apart, with the return of SPY over the next 5, 10 and 20 sessions beside its return after every session. ' +
      'Sample sizes allow for overlap; a description of the past, no forecast. A kind of claim that was worse than the ' +
      'base rate out of sample says so in `claims` and in the sentence, and is no evidence.',
    response: BaseRates,
    responseDescription: 'Analogues and rates, or the reason why there are none',
    example: EXAMPLE_BASE_RATES,
    topics: ['signals'],
    load: async (context) => (await learnedDocument(context, BASE_RATES_KEY)) ?? { value: emptyRates(NOTHING_LEARNED) },
    empty: emptyRates,
  }),
  documentRoute({
    path: '/api/v1/signals/base-rates/calibration',
    class: 'public',
    tag: 'signals',
    summary: 'How reliable statements from analogues were',
    description:
      'For every fifth past session, the rate stated by its analogues, all of them over by then, and the outcome: by ' +
      'range of the stated rate, and as Brier score against the expanding base rate. `verdict` is better or worse ' +
      'beyond two standard errors, else the same.',
    response: Calibration,
    responseDescription: 'Each kind of statement with its reliability',
    example: EXAMPLE_CALIBRATION,
    topics: ['signals'],
    load: async (context) =>
      (await learnedDocument(context, CALIBRATION_KEY)) ?? { value: emptyCalibration(NOTHING_LEARNED) },
    empty: emptyCalibration,
  }),
]
