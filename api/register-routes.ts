import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { createGate } from './auth.ts'
import type { ApiContext } from './context.ts'
import type { Route } from './route.ts'

/** Puts the definitions on the server: class, gate, zod in, and zod out where the handler answers with a value. */
export function registerRoutes(
  app: FastifyInstance,
  context: ApiContext,
  routes: readonly Route[],
  gate: ReturnType<typeof createGate>,
): void {
  for (const route of routes) {
    const { early, handle } = route.connect(context)
    const { class: wanted, params, query, body, response } = route
    app.route({
      method: route.method,
      url: route.path,
      config: { class: wanted },
      schema: {
        ...(params ? { params } : {}),
        ...(query ? { querystring: query } : {}),
        ...(body ? { body } : {}),
        ...(route.cached ? {} : { response: { [response.status]: response.schema } }),
      },
      onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
        if (wanted !== 'public') {
          void reply.header('cache-control', 'no-store')
          gate(wanted, request, reply)
        }
        if (!early?.(request, reply)) done()
      },
      handler: handle as (request: FastifyRequest, reply: FastifyReply) => unknown,
    })
  }
}
