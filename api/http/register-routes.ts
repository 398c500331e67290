import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RateClass } from '../../shared/domain/rate-class.ts'
import type { Gate, RouteClass } from './auth.ts'
import type { ApiContext } from './context.ts'
import type { Entrance } from './entrance.ts'
import { frame, hasWrongHost } from './error-replies.ts'
import { refuse, refuseParameter } from './errors.ts'
import { CORS_HEADERS } from './response-headers.ts'
import type { Route, RouteHandlers } from './route.ts'

/**
 * Registers the definitions: class, gate, validation of the input (an unknown query parameter is
 * refused), and of the output where the handler returns a value.
 * Returns the loads of the documents that can be read ahead.
 */
export function registerRoutes(
  app: FastifyInstance,
  { context, contextOf, routes, gate, entrance }: Registration,
): NonNullable<RouteHandlers['prime']>[] {
  const primes: NonNullable<RouteHandlers['prime']>[] = []
  for (const route of routes) {
    const { early, handle, prime } = route.connect(contextOf(route))
    if (prime) primes.push(prime)
    const { class: wanted, params, query: declared, body } = route
    const query = (declared ?? z.object({})).strict()
    app.route({
      method: route.method,
      url: route.path,
      config: {
        class: wanted,
        help: route.help,
        parameters: Object.keys(query.shape),
        reads: route.reads ?? false,
      },
      ...(isTrading(route) ? { bodyLimit: context.limits.tradingBodyBytes } : {}),
      schema: {
        ...(params ? { params } : {}),
        querystring: query,
        ...(body ? { body } : {}),
        ...(route.cached ? {} : { response: responsesOf(route) }),
      },
      onRequest: (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
        const kind = rateClass(route)
        const limited = () => entrance.refuse(() => done(refuse('rate_limited')))
        if (classFor(route, request) === 'public') {
          if (!entrance.spend(kind, request, reply)) {
            void reply.headers(CORS_HEADERS)
            return limited()
          }
          const begin = (): void => {
            // Before frame(), because a ready document contains the headers of every answer.
            if (!hasWrongHost(request.raw) && early?.(request, reply)) return
            if (!frame(context.log, request, reply)) return
            void reply.headers(CORS_HEADERS)
            done()
          }
          if (kind === 'none') return begin()
          if (!entrance.admit(reply, begin)) done(refuse('overloaded'))
          return
        }
        if (!frame(context.log, request, reply)) return
        void reply.header('cache-control', 'no-store')
        const entered = isTicketed(route, request) ? Promise.resolve() : gate(classFor(route, request), request, reply)
        entered.then(
          () => {
            if (!entrance.spend(kind, request, reply)) return limited()
            if (request.caller?.class === 'agent') entrance.serveAgent(reply)
            done()
          },
          (error: Error) => entrance.refuse(() => done(error)),
        )
      },
      preHandler: refuseNul,
      handler: handle as (request: FastifyRequest, reply: FastifyReply) => unknown,
    })
  }
  return primes
}

/**
 * Postgres stores no NUL in a text, so nothing has a name with one: such a path is not found, and such a parameter is
 * not valid. A URL can contain the character only in this form. It is checked after the validation, whose rules come
 * first; a parameter with help is left to its route, which looks it up in the list that the help shows.
 */
function refuseNul(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const { url = '' } = request.raw
  if (url.includes('%00')) done(refusalOfNul(url, Object.keys(request.routeOptions.config.help ?? {})))
  else done()
}

function refusalOfNul(url: string, looked: readonly string[]): Error | undefined {
  const [path = '', ...query] = url.split('?')
  if (path.includes('%00')) return refuse('not_found')
  const wrong = [...new URLSearchParams(query.join('?'))].find(
    ([name, value]) => value.includes('\0') && !looked.includes(name),
  )
  return wrong && refuseParameter(wrong[0], 'must hold no NUL character')
}

/** The ticket in the query identifies a caller without a token; the handler takes it. */
const isTicketed = ({ ticketed = false }: Route, { headers, query }: FastifyRequest): boolean =>
  ticketed && headers.authorization === undefined && (query as { ticket?: unknown }).ticket !== undefined

interface Registration {
  context: ApiContext
  contextOf: (route: Route) => ApiContext
  routes: readonly Route[]
  gate: Gate
  entrance: Entrance
}

function rateClass({ rate, class: wanted, method }: Route): RateClass | 'none' {
  if (rate) return rate
  if (wanted === 'public') return 'public'
  if (wanted !== 'agent') return 'operator'
  if (method === 'GET') return 'agent'
  return method === 'POST' ? 'order' : 'settings'
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
