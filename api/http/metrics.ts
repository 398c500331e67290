import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { DocumentCache } from '../cache/document-cache.ts'
import type { Reader } from '../database/reader.ts'
import { requestDurations } from './request-durations.ts'

const READER_STATES = ['starting', 'up', 'down'] as const

/** Its own registry, so that two servers in one process do not fight over names. */
export function createRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** One number per route pattern and status; the URL itself would make as many series as there are callers. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = requestDurations(registry)
  const unmatched = durations('unmatched')
  // Bound to each route as it is registered, because asking a request for its route builds an object.
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

export function measureReads(registry: Registry, cache: DocumentCache, reader: Reader): void {
  const stats = { hits: 'Reads answered from ready bytes', loads: 'Documents read from the database', evictions: '' }
  for (const name of ['hits', 'loads', 'evictions'] as const) {
    const counter: Counter = new Counter({
      name: `document_cache_${name}_total`,
      help: stats[name] || 'Documents dropped to stay within the byte limit',
      registers: [registry],
      collect: () => {
        counter.reset()
        counter.inc(cache.stats[name])
      },
    })
  }
  const bytes: Gauge = new Gauge({
    name: 'document_cache_bytes',
    help: 'Ready bytes held',
    registers: [registry],
    collect: () => bytes.set(cache.bytes),
  })
  const state: Gauge<'state'> = new Gauge({
    name: 'database_reads_state',
    help: '1 for the state the way to the database is in',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      for (const one of READER_STATES) state.set({ state: one }, one === reader.state() ? 1 : 0)
    },
  })
}
