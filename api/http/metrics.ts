import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { requestDurations } from './request-durations.ts'

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
