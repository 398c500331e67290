import { ScoreBreakdown } from '../../shared/domain/contract/score-breakdown.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { readExample } from '../openapi/read-example.ts'

const empty = (reason: string): ScoreBreakdown => ({
  schema_version: '2026.11',
  rules_version: null,
  as_of: null,
  trade_date: null,
  health_score: null,
  reason,
  formula: 'health_score = round(100 x points / live_points)',
  points: 0,
  live_points: 0,
  live_pillars: 0,
  n: 0,
  bounds: { low: null, high: null, missing: [], uncertain: [] },
  components: [],
  nearest_flip: null,
  nearest_regime_line: null,
})

export const signalsBreakdownRoutes = [
  cycleRoute({
    path: '/api/v1/signals/score/breakdown',
    tag: 'signals',
    summary: 'The health score in detail',
    description:
      'Each of the 13 components with its inputs and their age, curve, percentile, points and contribution; the ' +
      'bounds of the score; and the nearest values at which points, score or regime would change.',
    document: 'signals/breakdown',
    response: ScoreBreakdown,
    responseDescription: 'Every part of the score, or the reason why there is none',
    example: readExample(import.meta.url, './breakdown-example.json'),
    empty,
  }),
]
