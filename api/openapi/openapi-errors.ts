import { ERROR_CATALOGUE, type ErrorCode, retryAfterMsOf } from '../http/error-catalogue.ts'
import { ErrorBody, errorBody, invalidParameterExample } from '../http/errors.ts'
import type { Route } from '../http/route.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'
import { type HEADERS, headersOf } from './openapi-headers.ts'

/** What any route may answer before it is asked: the same words everywhere, so they are said once. */
export const EVERYWHERE = [
  'malformed_request',
  'method_not_allowed',
  'request_timeout',
  'headers_too_large',
  'internal_error',
] as const

export function codesOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors)
  if (fieldsExample(route) || route.body) codes.add('invalid_parameter')
  if (route.body)
    for (const code of ['malformed_json', 'body_too_deep', 'payload_too_large', 'unsupported_media_type'] as const)
      codes.add(code)
  if (route.class !== 'public' || route.agentWelcome)
    for (const code of ['unauthorized', 'forbidden', 'too_many_failures', 'unavailable'] as const) codes.add(code)
  if (route.class === 'agent' && route.method !== 'GET') codes.add('insufficient_scope')
  if (route.idempotent)
    for (const code of ['idempotency_in_progress', 'idempotency_key_reused'] as const) codes.add(code)
  return [...codes]
}

const fieldsExample = ({ params, query }: Route): ErrorBody | null =>
  (params && invalidParameterExample(params)) ?? (query && invalidParameterExample(query))

function example(route: Route | null, code: ErrorCode): ErrorBody {
  const fields = route && code === 'invalid_parameter' ? fieldsExample(route) : null
  return fields ?? errorBody(code)
}

function headersFor(codes: readonly ErrorCode[]): Record<string, unknown> {
  const names: (keyof typeof HEADERS)[] = ['X-Request-Id']
  if (codes.includes('method_not_allowed')) names.push('Allow')
  if (codes.includes('unauthorized')) names.push('WWW-Authenticate')
  if (codes.some((code) => retryAfterMsOf(code))) names.push('Retry-After')
  return headersOf(names)
}

function response(route: Route | null, codes: readonly ErrorCode[], components: Map<string, JsonSchema>): JsonSchema {
  const schema = jsonSchema(ErrorBody, 'output', components)
  const examples = Object.fromEntries(codes.map((code) => [code, { value: example(route, code) }]))
  const description = codes.map((code) => ERROR_CATALOGUE[code].message).join(' ')
  return { description, headers: headersFor(codes), content: { 'application/json': { schema, examples } } }
}

/** The answers every route shares, by their code. */
export const sharedResponses = (components: Map<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(EVERYWHERE.map((code) => [code, response(null, [code], components)]))

export function errorResponses(route: Route, components: Map<string, JsonSchema>): Record<string, unknown> {
  const all = [...codesOf(route), ...EVERYWHERE]
  const byStatus = Map.groupBy(all, (code) => ERROR_CATALOGUE[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const [only] = codes
      const shared = codes.length === 1 && EVERYWHERE.some((code) => code === only)
      return [String(status), shared ? { $ref: `#/components/responses/${only}` } : response(route, codes, components)]
    }),
  )
}

/** The catalogue in the words of the wire. */
export const errorCodes = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    (Object.keys(ERROR_CATALOGUE) as ErrorCode[]).map((code) => {
      const { status, message, retryable, fix } = ERROR_CATALOGUE[code]
      const retryAfterMs = retryAfterMsOf(code)
      const retry = retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs }
      return [code, { status, message, retryable, ...retry, fix }]
    }),
  )
