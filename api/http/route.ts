import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { z } from 'zod'
import type { RateClass } from '../../shared/domain/rate-class.ts'
import type { RouteClass } from './auth.ts'
import type { ApiContext } from './context.ts'
import type { ErrorCode } from './error-catalogue.ts'
import type { ErrorDetails } from './errors.ts'
import type { HeaderName } from './response-headers.ts'

export const TAGS = [
  'operations',
  'reports',
  'legacy',
  'signals',
  'company',
  'flow',
  'screener',
  'alerts',
  'events',
  'tripwires',
  'ai',
  'trading',
  'trading-admin',
  'webhooks',
  'agents',
  'explain',
  'pages',
] as const
export type Tag = (typeof TAGS)[number]

export interface RouteResponse {
  status: number
  description: string
  contentType: string
  schema: z.ZodType
  example: unknown
  /** Another status with the same document, for a request whose result exists already. */
  again?: { status: number; description: string }
  /** Headers in addition to those of every answer of this kind. */
  headers?: readonly HeaderName[]
}

/** By parameter: members that a 400 about it adds to `details`. */
export type ParameterHelp = Readonly<Record<string, ErrorDetails>>

/** The whole definition of a route: who may call it, its input, its answer and its documentation. */
export interface Route {
  method: Extract<HTTPMethods, 'GET' | 'POST' | 'PATCH' | 'DELETE'>
  path: string
  class: RouteClass
  tag: Tag
  summary: string
  description: string
  params: z.ZodObject | null
  query: z.ZodObject | null
  body: z.ZodType | null
  /** A documented body that gets the documented answer. */
  bodyExample?: unknown
  response: RouteResponse
  errors: readonly ErrorCode[]
  /** A public route that answers more to the holder of an agent token; an invalid token is refused nevertheless. */
  agentWelcome?: boolean
  /** A stream of an agent that may be opened by a ticket in the query; its handler takes the ticket. */
  ticketed?: boolean
  /** A POST that changes nothing of an account, so that a token of scope read may send it. */
  reads?: boolean
  /** Reads Idempotency-Key, by `answerOnce`. */
  idempotent?: boolean
  /** The limit that its requests count against, if it does not follow from class and method; `none`: never limited. */
  rate?: RateClass | 'none'
  help: ParameterHelp
  /** Served from ready bytes; the answer may carry the stale members. */
  cached: boolean
  connect(context: ApiContext): RouteHandlers
}

export interface RouteHandlers {
  /** Runs before parsing and validation; true when it has answered. */
  early?: (request: FastifyRequest, reply: FastifyReply) => boolean
  handle: (request: FastifyRequest, reply: FastifyReply) => unknown
  /** Reads the document of the bare URL before it is first requested; rejects if it cannot. */
  prime?: () => Promise<unknown>
}

export interface Input<P extends z.ZodObject, Q extends z.ZodObject> {
  params: z.output<P>
  query: z.output<Q>
}

/** The members that every kind of route defines. The class is required: no route is public by omission. */
export interface RouteBasics<P extends z.ZodObject, Q extends z.ZodObject> {
  path: string
  class: RouteClass
  tag: Tag
  summary: string
  description: string
  params?: P
  query?: Q
  errors?: readonly ErrorCode[]
  agentWelcome?: boolean
  ticketed?: boolean
  reads?: boolean
  idempotent?: boolean
  rate?: RateClass | 'none'
  help?: ParameterHelp
}

interface HandlerRoute<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType> extends RouteBasics<P, Q> {
  method: Route['method']
  body?: B
  bodyExample?: z.input<B>
  response: RouteResponse
  handle(
    context: ApiContext,
    input: Input<P, Q> & { body: z.output<B> },
    http: { request: FastifyRequest; reply: FastifyReply },
  ): unknown
}

/** A route whose handler runs for each request; the answer is checked against the response schema. */
export function handlerRoute<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
  definition: HandlerRoute<P, Q, B>,
): Route {
  return {
    ...definition,
    params: definition.params ?? null,
    query: definition.query ?? null,
    body: definition.body ?? null,
    errors: definition.errors ?? [],
    help: definition.help ?? {},
    cached: false,
    connect: (context) => ({
      handle: (request, reply) =>
        definition.handle(
          context,
          {
            params: request.params as z.output<P>,
            query: request.query as z.output<Q>,
            body: request.body as z.output<B>,
          },
          { request, reply },
        ),
    }),
  }
}
