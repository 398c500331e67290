import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { z } from 'zod'
import type { ApiContext } from '../context.ts'
import type { HEADERS } from '../openapi/openapi-headers.ts'
import type { RouteClass } from './auth.ts'
import type { ErrorCode } from './error-catalogue.ts'
import type { ErrorBody } from './errors.ts'

export const TAGS = [
  'operations',
  'reports',
  'legacy',
  'signals',
  'alerts',
  'events',
  'tripwires',
  'trading',
  'trading-admin',
] as const
export type Tag = (typeof TAGS)[number]

export interface RouteResponse {
  status: number
  description: string
  contentType: string
  schema: z.ZodType
  example: unknown
  /** Another status that brings the same document: what was asked for is there already. */
  again?: { status: number; description: string }
  /** Documented beside those every answer of its kind has. */
  headers?: readonly (keyof typeof HEADERS)[]
}

/** By parameter: what a 400 that names it says beside it, in `details`. */
export type ParameterHelp = Readonly<Record<string, NonNullable<ErrorBody['details']>>>

/** Everything there is to know about a route: who may call it, what goes in, what comes out, in whose words. */
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
  /** A body that is answered 200, for the documentation. */
  bodyExample?: unknown
  response: RouteResponse
  errors: readonly ErrorCode[]
  /** A public route that says more to the holder of an agent token; a token that is no good is refused all the same. */
  agentWelcome?: boolean
  /** Reads Idempotency-Key: what `answerOnce` handles. */
  idempotent?: boolean
  help: ParameterHelp
  /** Served from ready bytes; may carry the stale members. */
  cached: boolean
  connect(context: ApiContext): RouteHandlers
}

export interface RouteHandlers {
  /** Before parsing and validation: true when it has answered. */
  early?: (request: FastifyRequest, reply: FastifyReply) => boolean
  handle: (request: FastifyRequest, reply: FastifyReply) => unknown
  /** Reads the document of the bare URL ahead of its first reader; rejects when it cannot. */
  prime?: () => Promise<unknown>
}

export interface Input<P extends z.ZodObject, Q extends z.ZodObject> {
  params: z.output<P>
  query: z.output<Q>
}

/** What all ways to define a route have in common. Every one names its class: nothing is public by omission. */
export interface RouteWords<P extends z.ZodObject, Q extends z.ZodObject> {
  path: string
  class: RouteClass
  tag: Tag
  summary: string
  description: string
  params?: P
  query?: Q
  errors?: readonly ErrorCode[]
  agentWelcome?: boolean
  idempotent?: boolean
  help?: ParameterHelp
}

interface HandlerRoute<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType> extends RouteWords<P, Q> {
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

/** A route that runs for each request; its answer is checked against the response schema. */
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
