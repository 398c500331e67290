import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client'

const SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 10]
const NAME = 'http_request_duration_seconds'

interface Series {
  labels: { method: string; route: string; status: string }
  /** One count per limit, and a last one for the rest. */
  counts: Float64Array
  sum: number
}

/** Records a request of one route; the first request with a status creates its series. */
type RecordDuration = (method: string, status: number, milliseconds: number) => void

/**
 * A histogram in prom-client's format that finds its series by method and status. prom-client's own histogram hashes
 * the labels as text at every observation, a tenth of the cost of a hot read.
 */
export function requestDurations(registry: Registry): (route: string) => RecordDuration {
  const all: Series[] = []

  function add(seen: Series, seconds: number): void {
    let at = 0
    while (at < SECONDS.length && seconds > SECONDS[at]!) at++
    seen.counts[at]! += 1
    seen.sum += seconds
  }

  const valuesOf = ({ labels, counts, sum }: Series): object[] => {
    let total = 0
    const buckets = [...counts].map((count, at) => {
      total += count
      return { metricName: `${NAME}_bucket`, labels: { le: SECONDS[at] ?? '+Inf', ...labels }, value: total }
    })
    return [
      ...buckets,
      { metricName: `${NAME}_sum`, labels, value: sum },
      { metricName: `${NAME}_count`, labels, value: total },
    ]
  }

  const metric = {
    name: NAME,
    get: async () => ({
      name: NAME,
      help: 'Time from request to response by route pattern and status',
      type: 'histogram',
      aggregator: 'sum',
      values: all.flatMap(valuesOf),
    }),
    reset: () => {
      for (const series of all) {
        series.counts.fill(0)
        series.sum = 0
      }
    },
  }
  registry.registerMetric(metric as unknown as Metric)

  return (route) => {
    const known = new Map<string, Series[]>()
    return (method, status, milliseconds) => {
      const byStatus = known.get(method) ?? []
      if (byStatus.length === 0) known.set(method, byStatus)
      let seen = byStatus[status]
      if (!seen) {
        seen = {
          labels: { method, route, status: String(status) },
          counts: new Float64Array(SECONDS.length + 1),
          sum: 0,
        }
        byStatus[status] = seen
        all.push(seen)
      }
      add(seen, milliseconds / 1000)
    }
  }
}

/** A registry per server, so that two servers in one process do not register the same name twice. */
export function createRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Measures by route pattern and status; the URL itself would make as many series as there are callers. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = requestDurations(registry)
  const unmatched = durations('unmatched')
  // Bound to each route at its registration, because reading the route of a request builds an object.
  app.addHook('onRoute', (options) => {
    const record = durations(options.url)
    options.onResponse = (request, reply, done) => {
      record(request.method, reply.statusCode, reply.elapsedTime)
      done()
    }
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) {
      const begun = performance.now()
      reply.raw.once('finish', () => unmatched(request.method, reply.statusCode, performance.now() - begun))
    }
    done()
  })
}
