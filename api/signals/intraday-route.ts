import { z } from 'zod'
import { easternExact } from '../../shared/time/eastern.ts'
import { documentRoute } from '../cache/document-route.ts'
import { queryInteger } from '../http/parameters.ts'
import { intradayScores } from './intraday-scores-view.ts'

const LIMIT_MAX = 1_000

const IntradayScores = z.object({
  limit: z.int().describe('requested rows'),
  count: z.int().describe('returned rows'),
  data: z
    .array(
      z.object({
        timestamp: z.iso.datetime({ offset: true }).describe('cutoff of the cycle, Eastern offset'),
        health_score: z.int().min(0).max(100).describe('0 to 100, higher is healthier'),
      }),
    )
    .describe('the newest cycles with a score, oldest first'),
  reason: z.string().nullable().describe('why there is no row; null otherwise'),
})

export const signalsIntradayRoutes = [
  documentRoute({
    path: '/api/v1/signals/intraday/health-score',
    class: 'public',
    tag: 'signals',
    summary: 'The health score of the newest report cycles',
    description:
      'One row for each report cycle, every 15 minutes while the market is open, oldest first. Cycles without a score ' +
      'are left out; a cycle computed again counts with its newest run.',
    query: z.object({ limit: queryInteger({ min: 1, max: LIMIT_MAX, default: 48 }, 'maximum number of rows') }),
    response: IntradayScores,
    responseDescription: 'The rows',
    example: {
      limit: 48,
      count: 2,
      data: [
        { timestamp: '2026-11-20T09:45:00-05:00', health_score: 58 },
        { timestamp: '2026-11-20T10:00:00-05:00', health_score: 57 },
      ],
      reason: null,
    },
    topics: ['signals'],
    async load({ reader }, { query: { limit } }) {
      const scores = await reader.read((sql) => intradayScores(sql, limit))
      const data = scores.map(({ asOf, healthScore }) => ({ timestamp: easternExact(asOf), health_score: healthScore }))
      const reason = data.length === 0 ? 'no cycle has a score yet' : null
      return { value: { limit, count: data.length, data, reason } }
    },
    empty: (reason, _context, { query: { limit } }) => ({ limit, count: 0, data: [], reason }),
  }),
]
