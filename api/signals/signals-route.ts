import { z } from 'zod'
import { loadingSentence, MARKET_STATE } from '../../shared/domain/contract/history-loading.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { readLoading } from '../../shared/postgres/market/backfill.ts'
import { SNAPSHOT_KEY } from '../../shared/postgres/signals/cycle-documents.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { documentRoute } from '../cache/document-route.ts'
import { queryInteger } from '../http/parameters.ts'
import { readExample } from '../openapi/read-example.ts'
import { besideDailyRow, scoreBasis } from './daily-score.ts'
import { emptySignals, SignalsLatest } from './signals-document.ts'
import { HistoryAnswer, type HistoryEntry } from './signals-history-row.ts'
import { newestSessions } from './signals-history-view.ts'
import { emptyScore, Score, scoreOf } from './signals-score.ts'

const EXAMPLE_SESSIONS = readExample<HistoryEntry[]>(import.meta.url, './signals-history-example.json')
const EXAMPLE_SNAPSHOT = readExample<SignalsSnapshot>(import.meta.url, './signals-example.json')

const EXAMPLE_DAY = {
  state: 'final',
  healthScore: 63,
  regime: 'RISK-ON',
  asOf: new Date('2026-11-20T20:00:00-05:00'),
} as const

const NO_SESSION = 'no session has been computed yet'

export const signalsRoutes = [
  cycleRoute({
    path: '/api/v1/signals/latest',
    tag: 'signals',
    summary: 'The market state of the newest report cycle',
    description:
      'Regime, health score with its 13 components, trends, levels, gamma, breadth and correlations, as the signals ' +
      'stage wrote them. A block without a reading is `not_ready` with its reason. After the close this stays the last ' +
      'cycle; `daily_row` and `score_note` say how the daily row of the session differs.',
    document: SNAPSHOT_KEY,
    response: SignalsLatest,
    responseDescription: 'The snapshot, or the same fields empty with a reason',
    example: EXAMPLE_SNAPSHOT,
    empty: emptySignals,
    beside: besideDailyRow,
  }),
  cycleRoute({
    path: '/api/v1/signals/score',
    tag: 'signals',
    summary: 'The health score and its components',
    description:
      '0 to 100; normal markets have 55 to 60. Without enough live components it is null with a reason. It is the score ' +
      'of the newest report cycle, as in `signals/latest`; `daily_row` has that of `signals/history` for the session.',
    document: SNAPSHOT_KEY,
    response: Score,
    responseDescription: 'The score',
    example: { ...scoreOf(EXAMPLE_SNAPSHOT), ...scoreBasis(EXAMPLE_SNAPSHOT, EXAMPLE_DAY) },
    empty: emptyScore,
    derive: scoreOf,
    beside: besideDailyRow,
  }),
  documentRoute({
    path: '/api/v1/signals/history',
    class: 'public',
    tag: 'signals',
    summary: 'Daily rows',
    description:
      'The newest `days` sessions with a row, oldest first; fewer if fewer were computed. A final row is computed from ' +
      'closes at 20:00 ET, so its score may differ from that of the last cycle, which `signals/score` serves.',
    query: z.object({ days: queryInteger({ min: 1, max: 365, default: 30 }, 'maximum number of sessions') }),
    response: HistoryAnswer,
    responseDescription: 'The rows',
    example: { days: 2, data: EXAMPLE_SESSIONS },
    topics: ['signals'],
    async load({ reader }, { query: { days } }) {
      const [rows, loading] = await reader.read((sql) =>
        Promise.all([newestSessions(sql, days), readLoading(sql, 'states')]),
      )
      const data = rows.map((row) => ({ ...row, as_of: easternExact(row.as_of) }))
      return {
        value: {
          days,
          data,
          reason: data.length === 0 ? NO_SESSION : ((loading && loadingSentence(loading, MARKET_STATE)) ?? undefined),
        },
      }
    },
    empty: (reason, _context, { query: { days } }) => ({ days, data: [], reason }),
  }),
]
