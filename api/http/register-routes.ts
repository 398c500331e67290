import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Gate, RouteClass } from './auth.ts'
import type { ApiContext } from './context.ts'
import { frame, lacksHost } from './error-replies.ts'
import { CORS_HEADERS } from './response-headers.ts'
import type { Route, RouteHandlers } from './route.ts'

/**
 * Registers the definitions: class, gate, validation of the input, and of the output where the handler returns a value.
 * Returns the loads of the documents that can be read ahead.
 */
export function registerRoutes(
  app: FastifyInstance,
  context: ApiContext,
  routes: readonly Route[],
  gate: Gate,
): NonNullable<RouteHandlers['prime']>[] {
  const primes: NonNullable<RouteHandlers['prime']>[] = []
  for (const route of routes) {
    const { early, handle, prime } = route.connect(context)
    if (prime) primes.push(prime)
    const { class: wanted, params, query, body } = route
    app.route({
      method: route.method,
      url: route.path,
      config: { class: wanted, help: route.help },
      ...(isTrading(route) ? { bodyLimit: context.limits.tradingBodyBytes } : {}),
      schema: {
        ...(params ? { params } : {}),
        ...(query ? { querystring: query } : {}),
        ...(body ? { body } : {}),
        ...(route.cached ? {} : { response: responsesOf(route) }),
      },
      onRequest: (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
        // Before frame(), because a ready document contains the headers of every answer.
        if (!lacksHost(request.raw) && early?.(request, reply)) return
        if (!frame(context.log, request, reply)) return
        const wantedNow = classFor(route, request)
        if (wantedNow === 'public') {
          void reply.headers(CORS_HEADERS)
          return done()
        }
        void reply.header('cache-control', 'no-store')
        gate(wantedNow, request, reply).then(() => done(), done)
      },
      handler: handle as (request: FastifyRequest, reply: FastifyReply) => unknown,
    })
  }
  return primes
}

const responsesOf = ({ response: { status, again, schema } }: Route) => ({
  [status]: schema,
  ...(again ? { [again.status]: schema } : {}),
})

const isTrading = ({ tag }: Route): boolean => tag === 'trading' || tag === 'trading-admin'

/** A token sent to a public route that welcomes agents must be valid: its caller expects an agent's answer. */
function classFor({ class: declared, agentWelcome = false }: Route, { headers }: FastifyRequest): RouteClass {
  return agentWelcome && headers.authorization !== undefined ? 'agent' : declared
}
