import type { FastifyInstance } from 'fastify'
import { scrubBody } from '../../shared/flow-vendor/scrub.ts'

/**
 * Whatever goes through fastify's reply: errors, admin answers, metrics, pages. Ready documents go past it and are
 * scrubbed when their bytes are made (document-route.ts), the export's stream row by row (signals-csv.ts).
 */
export function keepFlowVendorUnnamed(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (typeof payload !== 'string') return done(null, payload)
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json')
    done(null, scrubBody(payload, isJson))
  })
}
