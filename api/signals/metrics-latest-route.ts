import { LatestMetrics } from '../../shared/domain/contract/metrics.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { EXAMPLE_METRICS_LATEST } from '../openapi/examples.ts'

const empty = (reason: string): LatestMetrics => ({
  schema_version: '2026.11',
  rules_version: null,
  as_of: null,
  n: 0,
  metrics: [],
  reason,
})

export const metricsLatestRoutes = [
  cycleRoute({
    path: '/api/v1/metrics/latest',
    tag: 'signals',
    summary: 'The newest value of every metric',
    description:
      'The flat catalogue: name, aliases, value, unit, time, age, source and quality. Those of the daily row can be drawn by ' +
      'signals/sparklines under the same names.',
    document: 'metrics/latest',
    response: LatestMetrics,
    responseDescription: 'The catalogue, or why there is none',
    example: EXAMPLE_METRICS_LATEST,
    empty,
  }),
]
