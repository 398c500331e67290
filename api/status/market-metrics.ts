import type { FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { knownGauge } from '../http/known-gauge.ts'
import type { BrokerageWatch } from './brokerage-watch.ts'

const TRADES = '/api/v1/trading/trades'

/**
 * Refusals that are the fault of the service, for which an alert counts the increase. They are served from the start,
 * because Prometheus sees no increase in a series that begins with its first burst.
 */
const OUR_FAULT = [
  'stale_quote',
  'no_market',
  'equity_unknown',
  'unavailable',
  'overloaded',
  'internal_error',
  'disk_full',
  'failover_not_accepted',
]

/** Seconds until the login of this replica's brokerage ends; negative once it has, absent while it is not known. */
export function measureBrokerage(registry: Registry, brokerage: BrokerageWatch, nowMs: () => number | null): void {
  knownGauge(registry, { name: 'brokerage_login_expires_seconds', help: 'Time until the brokerage login ends' }, () => {
    const ends = brokerage.last().tokenExpiresAt
    const now = nowMs()
    return ends === null || now === null ? null : (ends.getTime() - now) / 1_000
  })
}

/** Counts what this replica refused of orders, confirmations and cancellations, by the code that the client gets. */
export function measureRefusedOrders(app: FastifyInstance, registry: Registry): void {
  const refused = new Counter({
    name: 'orders_refused_total',
    help: 'Refused orders, confirmations and cancellations by code',
    labelNames: ['code'],
    registers: [registry],
  })
  for (const code of OUR_FAULT) refused.inc({ code }, 0)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 400 && request.method !== 'GET' && request.routeOptions.url?.startsWith(TRADES)) {
      refused.inc({ code: codeIn(payload) })
    }
    done(null, payload)
  })
}

function codeIn(payload: unknown): string {
  try {
    const { code } = JSON.parse(String(payload))
    return typeof code === 'string' ? code : 'unknown'
  } catch {
    return 'unknown'
  }
}
