import { LatestMetrics } from '../../shared/domain/contract/metrics.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { readExample } from '../openapi/read-example.ts'

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
      'The flat catalogue: name, aliases, value, unit, time, age, source and quality. signals/sparklines draws the ' +
      'metrics of the daily row under the same names.',
    document: 'metrics/latest',
    response: LatestMetrics,
    responseDescription: 'The catalogue, or the reason why there is none',
    example: readExample(import.meta.url, './metrics-latest-example.json'),
    empty,
  }),
]
