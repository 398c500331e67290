import { z } from 'zod'
import { Correlations } from '../../shared/domain/contract/correlations.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { SNAPSHOT_KEY } from '../../shared/postgres/signals/cycle-documents.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { readExample } from '../openapi/read-example.ts'
import { blockFields, blockOf } from './snapshot-block.ts'

const EXAMPLE_SNAPSHOT = readExample<SignalsSnapshot>(import.meta.url, './signals-example.json')

const { classification, window_sessions, range_sessions, pairs } = Correlations.shape

const CorrelationsAnswer = z.object({
  ...blockFields,
  classification: classification.describe(
    'classification of the most unusual pair: normal, elevated or warning; null without a reading',
  ),
  window_sessions: window_sessions.nullable(),
  range_sessions: range_sessions.nullable(),
  pairs: pairs.nullable().describe('readings by pair; null while no pair has one'),
})

const block = blockOf('correlations', Correlations, {
  classification: null,
  window_sessions: null,
  range_sessions: null,
  pairs: null,
})

export const signalsCorrelationsRoutes = [
  cycleRoute({
    path: '/api/v1/signals/correlations',
    tag: 'signals',
    summary: 'SPY against VIX, the dollar, the 10-year yield and oil',
    description:
      'Pearson correlation of daily changes over 20 sessions that both series have, closes only. Each pair is compared ' +
      'with its own last 252 windows: elevated outside the 5th to 95th percentile, warning outside the 1st to 99th or ' +
      'when a pair that always has one sign shows the other. A pair without enough data is marked as such.',
    document: SNAPSHOT_KEY,
    response: CorrelationsAnswer,
    responseDescription: 'The pairs, or the reason why there are none',
    example: block.derive(EXAMPLE_SNAPSHOT),
    ...block,
  }),
]
