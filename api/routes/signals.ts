import { z } from 'zod'
import { ScoreComponent, SignalsSnapshot } from '../../shared/domain/signals.ts'
import { readModel } from '../../shared/postgres/read-models.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { documentRoute } from '../document-route.ts'
import { EXAMPLE_SESSIONS, EXAMPLE_SNAPSHOT } from '../examples.ts'
import { queryInteger } from '../parameters.ts'
import { emptySignals, SignalsLatest } from '../signals-document.ts'
import { HistoryAnswer } from '../signals-history-row.ts'
import { newestSessions } from '../views/signals-history.ts'

const NO_SNAPSHOT = 'no snapshot has been computed yet'
const NO_SESSION = 'no session has been computed yet'

const Score = z.object({
  health_score: z.int().min(0).max(100).nullable().describe('0 to 100, higher is healthier; null with a reason'),
  components: z.array(ScoreComponent).describe('the 13 parts of the score'),
  timestamp: z.iso.date().nullable().describe('the session the score belongs to'),
  as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff of its inputs, Eastern offset'),
  score_low: z.int().nullable().describe('0 to 100: stale and missing inputs at their worst'),
  score_high: z.int().nullable().describe('0 to 100: stale and missing inputs at their best'),
  live_points: z.int().describe('points of the 100 that have a reading'),
  reason: z.string().nullable().describe('why there is no score; null while there is one'),
})

const emptyScore = (reason: string): z.infer<typeof Score> => ({
  health_score: null,
  components: [],
  timestamp: null,
  as_of: null,
  score_low: null,
  score_high: null,
  live_points: 0,
  reason,
})

function scoreOf(snapshot: SignalsSnapshot): z.infer<typeof Score> {
  const { health_score, score_components, trade_date, as_of, score_low, score_high, live_points } = snapshot
  const reason = snapshot.health_score_reason ?? (health_score === null ? 'the score could not be computed' : null)
  return {
    health_score,
    components: score_components,
    timestamp: trade_date,
    as_of,
    score_low,
    score_high,
    live_points,
    reason,
  }
}

export const signalsRoutes = [
  documentRoute({
    path: '/api/v1/signals/latest',
    class: 'public',
    tag: 'signals',
    summary: 'The market state of the newest report cycle',
    description:
      'Regime, health score with its 13 components, trends, levels, gamma, breadth and correlations, as the signals ' +
      'stage wrote it. A block that has nothing to say is `not_ready` with its reason.',
    response: SignalsLatest,
    responseDescription: 'The snapshot, or the same fields empty with a reason',
    example: EXAMPLE_SNAPSHOT,
    topics: ['signals'],
    async load({ reader }) {
      const model = await reader.read((sql) => readModel(sql, 'signals/latest'))
      return model ? { text: model.body, traceparent: model.traceparent } : { value: emptySignals(NO_SNAPSHOT) }
    },
    empty: emptySignals,
  }),
  documentRoute({
    path: '/api/v1/signals/score',
    class: 'public',
    tag: 'signals',
    summary: 'The health score and its components',
    description: '0 to 100; normal markets sit at 55 to 60. Without enough live components it is null with a reason.',
    response: Score,
    responseDescription: 'The score',
    example: scoreOf(EXAMPLE_SNAPSHOT),
    topics: ['signals'],
    async load({ reader }) {
      const model = await reader.read((sql) => readModel(sql, 'signals/latest'))
      if (!model) return { value: emptyScore(NO_SNAPSHOT) }
      const { body, traceparent } = model
      return { value: scoreOf(SignalsSnapshot.parse(JSON.parse(body))), traceparent }
    },
    empty: emptyScore,
  }),
  documentRoute({
    path: '/api/v1/signals/history',
    class: 'public',
    tag: 'signals',
    summary: 'Daily rows',
    description: 'The newest `days` sessions that have a row, oldest first. Fewer when fewer were computed.',
    query: z.object({ days: queryInteger({ min: 1, max: 365, default: 30 }, 'sessions wanted') }),
    response: HistoryAnswer,
    responseDescription: 'The rows',
    example: { days: 2, data: EXAMPLE_SESSIONS },
    topics: ['signals'],
    async load({ reader }, { query: { days } }) {
      const rows = await reader.read((sql) => newestSessions(sql, days))
      const data = rows.map((row) => ({ ...row, as_of: easternExact(row.as_of) }))
      return { value: { days, data, reason: data.length === 0 ? NO_SESSION : undefined } }
    },
    empty: (reason, _context, { query: { days } }) => ({ days, data: [], reason }),
  }),
]
