import { Staleness } from '../cache/document-reply.ts'
import { ROUTE_CLASSES } from '../http/auth.ts'
import { HEADERS, type HeaderName } from '../http/response-headers.ts'
import { type Route, TAGS, type Tag } from '../http/route.ts'
import { finishSchemas } from './finish-schemas.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'
import { type ErrorDescriptions, headersOf, limitHeaders } from './openapi-errors.ts'
import { operationIdOf } from './operation-ids.ts'

export const API_TITLE = 'Market state API'

const DESCRIPTION = `The state of the US market, its reasons and its certainty: signals, score, regime and reports. Every reading describes a state; none is a forecast.

Schemas list every member that this version serves. A later version may add members, so ignore those you do not know. A
member that is absent from some answers is optional, one without a value is null and a \`reason\` tells why.

Public reads answer 200 even while the database is down: with the last document and \`stale\`, \`stale_age_seconds\` and
\`stale_reason\` (headers X-Stale and Age), or with an empty payload and a \`reason\`. Documents carry a strong ETag.
A query parameter that a route does not declare is 400: \`details.fields\` names it and \`details.known\` lists those of
the route. One that is repeated or malformed is 400 too, and \`details.fields\` names it. All errors have one shape; \`x-error-codes\` is the table of codes.

Paper trading needs the token of an account, \`Authorization: Bearer ms_agt_…\`, which an admin creates. It is never
served from memory: without the database it answers 503 with Retry-After. A POST with an \`Idempotency-Key\` takes
effect once, however often it is sent. Money is in dollars with at most four decimals, exact.`

const LICENSE = { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' }

const TAG_DESCRIPTIONS: Record<Tag, string> = {
  operations: 'The state of the service and of its sources, and its documents for programs',
  reports: 'Market reports in Markdown, by file, day and week',
  legacy: 'Reports at the addresses of the former service',
  signals: 'Regime, health score, its components and what they are computed from',
  alerts: 'Alert episodes, their rules and how often they were right',
  events: 'What changed, as one feed',
  ai: 'The AI read: verdicts and how they came out',
  tripwires: 'Live levels that fire minute by minute',
  trading: 'Market data for orders, and paper trading with the token of an account',
  'trading-admin': 'Accounts and their tokens, for an admin',
  company: 'Panels of one company: price, options, estimates, reports, filings, insiders; the watchlist',
  flow: 'What options trade: the largest changes, and one symbol by strike and expiration',
  screener: 'Locked picks, their candidates, and how far each archetype may be trusted; never advice',
  webhooks: 'Endpoints of other systems that get events, for an admin',
  agents: 'What matters to a position or has changed, in few bytes, and the same tools over MCP',
  explain: 'Where a figure comes from, and what was known when something was decided',
  pages: 'Pages for people, rendered from the documents of the public routes',
}

const SCHEMES = {
  agent: {
    type: 'http',
    scheme: 'bearer',
    description: 'Token of a trading account, ms_agt_…; scope read allows only GET, scope trade allows everything',
  },
  admin: { type: 'http', scheme: 'bearer', description: 'Admin token; also accepted as X-Admin-Token' },
  internal: { type: 'http', scheme: 'bearer', description: 'Internal token; also accepted as X-Internal-Token' },
}

/**
 * The documentation page fills in and sends the example of a parameter. An optional one without a default must not be
 * sent, because `as_of` would answer for the past; its example belongs to the schema, which the page only shows.
 */
function exampleOf(schema: JsonSchema, example: unknown, required: boolean): JsonSchema {
  const isFilledIn = required || schema.default !== undefined
  if (isFilledIn || example === undefined) return { schema, example: example ?? schema.default }
  return { schema: { ...schema, examples: [example] } }
}

function parameters(route: Route): unknown[] {
  const places = [
    { place: 'path', schema: route.params },
    { place: 'query', schema: route.query },
  ]
  return places.flatMap(({ place, schema }) => {
    if (!schema) return []
    const made = jsonSchema(schema, 'input', new Map()) as {
      properties: Record<string, JsonSchema>
      required?: string[]
    }
    return Object.entries(made.properties).map(([name, { description, example, ...rest }]) => {
      const required = place === 'path' || (made.required ?? []).includes(name)
      return {
        name,
        in: place,
        required,
        ...(description ? { description } : {}),
        ...exampleOf(rest, example, required),
      }
    })
  })
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key of your own for each action, such as a UUID. A repeat with the same body gets the first answer for 30 days, ' +
    'also after a restart; with another body it is 422, and 409 while the first request is still running. ' +
    'A refusal (4xx) changes nothing and leaves its key unused, except a refusal that ends something: a confirmation ' +
    'that ends its trade, for example with price_moved, is the first answer of its key.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  example: '5f0c1a52-6f0e-4a55-9d3e-0a3b7c1de111',
}

function securityOf({ class: declared, agentWelcome }: Route): JsonSchema {
  if (declared !== 'public') return { security: [{ [declared]: [] }] }
  return { security: agentWelcome ? [{}, { agent: [] }] : [] }
}

/** A cached document has the headers that report its freshness. */
function headersFor(route: Route): HeaderName[] {
  const { cached, idempotent, response } = route
  const { headers = [] } = response
  return [
    'X-Request-Id',
    'Cache-Control',
    ...limitHeaders(route),
    ...(cached ? (['ETag', 'X-Stale', 'Age', 'X-Reason', 'traceparent'] as const) : []),
    ...(idempotent ? (['Idempotency-Replayed'] as const) : []),
    ...headers,
  ]
}

function operation(route: Route, errors: ErrorDescriptions, components: Map<string, JsonSchema>): JsonSchema {
  const { response } = route
  const made = jsonSchema(response.schema, 'output', components)
  const stale = route.cached && response.contentType.startsWith('application/json')
  const schema = stale ? { allOf: [made, jsonSchema(Staleness, 'output', components)] } : made
  const content = { [response.contentType.split(';', 1)[0] ?? '']: { schema, example: response.example } }
  const body = route.body && jsonSchema(route.body, 'input', components)
  return {
    operationId: operationIdOf(route),
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    'x-class': route.class,
    ...securityOf(route),
    parameters: [...parameters(route), ...(route.idempotent ? [IDEMPOTENCY_KEY] : [])],
    ...(body
      ? {
          requestBody: {
            required: !route.body?.safeParse(undefined).success,
            content: { 'application/json': { schema: body, example: route.bodyExample } },
          },
        }
      : {}),
    responses: {
      [String(response.status)]: { description: response.description, headers: headersOf(headersFor(route)), content },
      ...(response.again
        ? {
            [String(response.again.status)]: {
              description: response.again.description,
              headers: headersOf(headersFor(route)),
              content,
            },
          }
        : {}),
      ...(headersFor(route).includes('ETag')
        ? {
            304: {
              description: 'The document has not changed since the ETag in If-None-Match.',
              headers: headersOf(['X-Request-Id', 'Cache-Control', ...limitHeaders(route), 'ETag']),
            },
          }
        : {}),
      ...errors.responsesOf(route, components),
    },
  }
}

/** The shared responses that some operation refers to. */
function usedResponses({ paths, responses }: { paths: object; responses: Record<string, unknown> }): object {
  const text = JSON.stringify(paths)
  return Object.fromEntries(
    Object.entries(responses).filter(([name]) => text.includes(`"#/components/responses/${name}"`)),
  )
}

/**
 * OpenAPI 3.1 from the definitions that the server runs; the same routes give the same bytes. The whole takes half a
 * second or more of processor time, so the work is in steps, between which a server can answer other requests.
 */
export function* describeApi(routes: readonly Route[], errors: ErrorDescriptions): Generator<void, JsonSchema> {
  const components = new Map<string, JsonSchema>()
  const responses = errors.shared(components)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, errors, components) }
    yield
  }
  const finished = finishSchemas({ paths, responses }, components)
  const sorted = <T>(entries: Iterable<[string, T]>): Record<string, T> =>
    Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
  return {
    openapi: '3.1.0',
    info: { title: API_TITLE, version: '1', description: DESCRIPTION, license: LICENSE },
    servers: [{ url: '/', description: 'The server that this document came from' }],
    tags: TAGS.map((name) => ({ name, description: TAG_DESCRIPTIONS[name] })),
    'x-route-classes': ROUTE_CLASSES,
    'x-error-codes': errors.codes,
    paths: sorted(Object.entries(finished.paths)),
    components: {
      securitySchemes: SCHEMES,
      headers: HEADERS,
      responses: usedResponses(finished),
      schemas: sorted(components),
    },
  }
}
