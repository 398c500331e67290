import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { createGate } from './auth.ts'
import type { ApiContext } from './context.ts'
import { frame, lacksHost } from './error-replies.ts'
import type { Route, RouteHandlers } from './route.ts'

/**
 * Puts the definitions on the server: class, gate, zod in, and zod out where the handler answers with a value. Returns
 * what can be read ahead.
 */
export function registerRoutes(
  app: FastifyInstance,
  context: ApiContext,
  routes: readonly Route[],
  gate: ReturnType<typeof createGate>,
): NonNullable<RouteHandlers['prime']>[] {
  const primes: NonNullable<RouteHandlers['prime']>[] = []
  for (const route of routes) {
    const { early, handle, prime } = route.connect(context)
    if (prime) primes.push(prime)
    const { class: wanted, params, query, body, response } = route
    app.route({
      method: route.method,
      url: route.path,
      config: { class: wanted, help: route.help },
      schema: {
        ...(params ? { params } : {}),
        ...(query ? { querystring: query } : {}),
        ...(body ? { body } : {}),
        ...(route.cached ? {} : { response: { [response.status]: response.schema } }),
      },
      onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
        // Before frame(), because a ready document brings what every answer carries.
        if (!lacksHost(request.raw) && early?.(request, reply)) return
        if (!frame(context.log, request, reply)) return
        if (wanted !== 'public') {
          void reply.header('cache-control', 'no-store')
          gate(wanted, request, reply)
        }
        done()
      },
      handler: handle as (request: FastifyRequest, reply: FastifyReply) => unknown,
    })
  }
  return primes
}
