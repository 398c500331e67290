import type { z } from 'zod'
import type { ErrorCatalogue, ErrorCode } from '../http/error-catalogue.ts'
import { type ErrorBody, errorBody, invalidParameterExample } from '../http/errors.ts'
import type { HeaderName } from '../http/response-headers.ts'
import type { Route } from '../http/route.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'

/** The errors of every route, independent of its definition; the document describes them once. */
export const EVERYWHERE = [
  'malformed_request',
  'method_not_allowed',
  'request_timeout',
  'headers_too_large',
  'internal_error',
  'rate_limited',
  'disk_full',
  'overloaded',
] as const

export function codesOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors)
  codes.add('invalid_parameter')
  if (route.body)
    for (const code of ['malformed_json', 'body_too_deep', 'payload_too_large', 'unsupported_media_type'] as const)
      codes.add(code)
  if (route.class !== 'public' || route.agentWelcome)
    for (const code of ['unauthorized', 'forbidden', 'too_many_failures', 'unavailable'] as const) codes.add(code)
  if (route.class === 'agent' && route.method !== 'GET') codes.add('insufficient_scope')
  if (route.tag.startsWith('trading') && route.method !== 'GET') codes.add('failover_not_accepted')
  if (route.idempotent)
    for (const code of ['idempotency_in_progress', 'idempotency_key_reused'] as const) codes.add(code)
  return [...codes]
}

const fieldsExample = ({ params, query }: Route): ErrorBody | null =>
  (params && invalidParameterExample(params)) ?? (query && invalidParameterExample(query))

export const headersOf = (names: readonly HeaderName[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The headers that say what is left of the caller's limit; a route without a limit sends none. */
export const limitHeaders = ({ rate }: Pick<Route, 'rate'>): HeaderName[] =>
  rate === 'none' ? [] : ['RateLimit', 'RateLimit-Policy']

/** Refusals of a request that could not be read, or whose caller is not known: it counted against no limit. */
const NOT_COUNTED: readonly ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'headers_too_large',
  'unauthorized',
  'forbidden',
  'insufficient_scope',
  'too_many_failures',
]

export interface ErrorDescriptions {
  /** The catalogue, as the document publishes it. */
  codes: Record<string, JsonSchema>
  /** The responses that all routes share, by their code. */
  shared(components: Map<string, JsonSchema>): Record<string, JsonSchema>
  responsesOf(route: Route, components: Map<string, JsonSchema>): Record<string, unknown>
}

/** Describes the errors of the catalogue, whose bodies follow the schema. */
export function describeErrors(catalogue: ErrorCatalogue, bodySchema: z.ZodType): ErrorDescriptions {
  const example = (route: Route | null, code: ErrorCode): ErrorBody => {
    const fields = route && code === 'invalid_parameter' ? fieldsExample(route) : null
    return fields ?? errorBody(code, catalogue[code])
  }

  function headersFor(route: Route | null, codes: readonly ErrorCode[]): Record<string, unknown> {
    const names: HeaderName[] = ['X-Request-Id', 'Cache-Control']
    if (codes.includes('method_not_allowed')) names.push('Allow')
    if (codes.includes('unauthorized')) names.push('WWW-Authenticate')
    if (codes.some((code) => catalogue[code].retryAfterMs)) names.push('Retry-After')
    if (codes.some((code) => !NOT_COUNTED.includes(code))) names.push(...limitHeaders(route ?? {}))
    return headersOf(names)
  }

  /** The schema of the body, converted once for each document: hundreds of responses refer to it. */
  const schemas = new WeakMap<Map<string, JsonSchema>, JsonSchema>()
  function bodyIn(components: Map<string, JsonSchema>): JsonSchema {
    const schema = schemas.get(components) ?? jsonSchema(bodySchema, 'output', components)
    schemas.set(components, schema)
    return schema
  }

  function response(route: Route | null, codes: readonly ErrorCode[], components: Map<string, JsonSchema>): JsonSchema {
    const schema = bodyIn(components)
    const examples = Object.fromEntries(codes.map((code) => [code, { value: example(route, code) }]))
    const description = codes.map((code) => catalogue[code].message).join(' ')
    return { description, headers: headersFor(route, codes), content: { 'application/json': { schema, examples } } }
  }

  const entries = Object.entries(catalogue) as [ErrorCode, ErrorCatalogue[ErrorCode]][]
  return {
    codes: Object.fromEntries(
      entries.map(([code, { status, message, retryable, retryAfterMs, fix }]) => {
        const retry = retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs }
        return [code, { status, message, retryable, ...retry, fix }]
      }),
    ),
    shared: (components) => Object.fromEntries(EVERYWHERE.map((code) => [code, response(null, [code], components)])),
    responsesOf(route, components) {
      const byStatus = Map.groupBy([...codesOf(route), ...EVERYWHERE], (code) => catalogue[code].status)
      return Object.fromEntries(
        [...byStatus].map(([status, codes]) => {
          const [only] = codes
          const isShared = codes.length === 1 && EVERYWHERE.some((code) => code === only)
          return [
            String(status),
            isShared ? { $ref: `#/components/responses/${only}` } : response(route, codes, components),
          ]
        }),
      )
    },
  }
}
