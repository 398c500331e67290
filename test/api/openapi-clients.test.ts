import { expect, test } from 'vitest'
import { OPERATION_IDS } from '../../api/openapi/operation-ids.ts'
import { openApiDocument } from '../../api/openapi-document.ts'
import { ROUTES } from '../../api/routes.ts'

interface Schema {
  $ref?: string
  type?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: unknown
}
interface Operation {
  operationId: string
  tags: string[]
  security: Record<string, unknown[]>[]
  responses: Record<string, { headers?: object; content?: Record<string, { schema: Schema }> }>
}
interface Document {
  servers: { url: string }[]
  info: { license: { name: string } }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: object; schemas: Record<string, Schema>; responses: Operation['responses'] }
}

const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES))) as Document
const { components } = document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)
const resolve = (schema: Schema): Schema =>
  schema.$ref ? components.schemas[schema.$ref.slice('#/components/schemas/'.length)]! : schema

/** Every schema that an answer can contain, with its place; each component once. */
function served(): { place: string; schema: Schema }[] {
  const found: { place: string; schema: Schema }[] = []
  const seen = new Set<string>()
  const visit = (node: unknown, place: string): void => {
    if (typeof node !== 'object' || node === null) return
    const schema = node as Schema
    found.push({ place, schema })
    const name = schema.$ref?.split('/').at(-1)
    if (name !== undefined && !seen.has(name)) {
      seen.add(name)
      visit(resolve(schema), name)
    }
    for (const [key, value] of Object.entries(schema)) visit(value, `${place}.${key}`)
  }
  const answers = [...operations.map(({ name, operation }) => ({ name, responses: operation.responses }))]
  for (const { name, responses } of [...answers, { name: 'shared', responses: components.responses }])
    for (const { content } of Object.values(responses))
      for (const { schema } of Object.values(content ?? {})) visit(schema, name)
  return found
}

/** A choice that a generated client could read only by distinguishing kinds of objects. */
function choosesBetweenObjects({ anyOf, oneOf }: Schema): boolean {
  const objects = [...(anyOf ?? []), ...(oneOf ?? [])].filter((branch) => resolve(branch).type === 'object')
  return objects.length > 1
}

/** The objects whose members come from the caller, from a rule or from another document, with the reason. */
const OPEN: Record<string, string> = {
  'CoherenceRow.properties.measured': 'each check compares values of its own',
  'Error.properties.details': 'each code has facts of its own',
  'Event.properties.data': 'each kind of event has data of its own',
  'ChainedEvent.properties.data': 'each kind of event has data of its own',
  'SocketFrame.properties.data': 'each type of frame has data of its own',
  'TradingAccountEvent.properties.data': 'each kind of event has data of its own',
  'SignalsLatest.properties.sector_breadth': 'the contract leaves the block open; its own route has every member',
  'SignalsLatest.properties.correlations': 'the contract leaves the block open; its own route has every member',
  'SignalsLatest.properties.energy_regime': 'the contract leaves the block open',
  'SignalsLatest.properties.inflation_expectations': 'the contract leaves the block open',
  'LineageNode.properties.details': 'each step of a figure has facts of its own',
  Receipt: 'the state of each kind of decision',
  McpMessage: 'the Model Context Protocol describes it',
  'GET /openapi.json': 'the OpenAPI specification describes it',
}
const isAnything = (value: unknown): boolean => typeof value === 'object' && Object.keys(value ?? {}).length === 0

test('a choice between objects is found', () => {
  expect(choosesBetweenObjects({ anyOf: [{ type: 'object' }, { type: 'null' }] })).toBe(false)
  expect(choosesBetweenObjects({ oneOf: [{ type: 'object' }, { $ref: '#/components/schemas/Error' }] })).toBe(true)
})

test('no answer is a choice between objects, so a generated client reads every member', () => {
  const all = served()
  expect(all.length).toBeGreaterThan(2_000)
  expect(all.filter(({ schema }) => choosesBetweenObjects(schema)).map(({ place }) => place)).toEqual([])
  expect(all.filter(({ schema }) => 'allOf' in schema).map(({ place }) => place)).toEqual([])
})

test('every object of an answer is closed, or a map with values of one type, except where a reason is given', () => {
  const objects = served().filter(({ schema }) => schema.type === 'object')
  const closed = objects.filter(({ schema }) => schema.additionalProperties === false)
  expect(closed.length).toBeGreaterThan(200)
  const open = objects.filter(
    ({ schema }) => schema.additionalProperties === undefined || isAnything(schema.additionalProperties),
  )
  expect([...new Set(open.map(({ place }) => place))].sort()).toEqual(Object.keys(OPEN).sort())
})

/** The expression that a generated client may write after `answer`, such as `score_components?.[0]?.name`. */
function typeAt(path: string, members: readonly (string | number)[]): unknown {
  let schema = document.paths[path]!.get!.responses['200']!.content!['application/json']!.schema
  const plain = (one: Schema): Schema => {
    const valued = (one.anyOf ?? one.oneOf ?? []).filter(({ type }) => type !== 'null')
    return resolve(valued.length === 1 ? valued[0]! : one)
  }
  for (const member of members) {
    const next = typeof member === 'number' ? plain(schema).items : plain(schema).properties?.[member]
    if (!next) return undefined
    schema = next
  }
  return plain(schema).type
}

test('members of a full answer can be read without telling it from an empty one', () => {
  const latest = '/api/v1/signals/latest'
  expect(typeAt(latest, ['score_components', 0, 'name'])).toBe('string')
  expect(typeAt(latest, ['gamma_levels', 'call_wall'])).toEqual(['number', 'null'])
  expect(typeAt(latest, ['gamma_levels', 'reason'])).toBe('string')
  expect(typeAt(latest, ['stale_age_seconds'])).toBe('integer')
  expect(typeAt('/api/v1/signals/correlations', ['pairs', 'vix', 'correlation'])).toBe('number')
  expect(typeAt(latest, ['score_component', 0, 'name'])).toBeUndefined()
})

test('operation ids are verbs that a person would choose, each of one route', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const verbs =
    'get|list|compare|export|replay|check|tighten|preview|initiate|call|cancel|confirm|create|update|delete|reset|revoke|search|redrive'
  const mend = 'name the operation in api/openapi/operation-ids.ts, then run npm run client'
  for (const id of ids) expect(id, mend).toMatch(new RegExp(`^(${verbs})[A-Z][A-Za-z]+$`))
  const listed = [...ROUTES.map(({ method, path }) => `${method} ${path}`), 'GET /openapi.json']
  expect(Object.keys(OPERATION_IDS).sort(), mend).toEqual(listed.sort())
})

test('the document names its server, its license, its tags and what each operation needs', () => {
  expect(document.servers).toHaveLength(1)
  expect(document.info.license.name).toBeTruthy()
  for (const { name, description } of document.tags) expect(description, name).toMatch(/^[A-Z].{20,}/)
  const tags = document.tags.map(({ name }) => name)
  for (const { name, operation } of operations) {
    expect(Array.isArray(operation.security), name).toBe(true)
    for (const scheme of operation.security.flatMap(Object.keys))
      expect(components.securitySchemes).toHaveProperty(scheme)
    expect(tags, name).toEqual(expect.arrayContaining(operation.tags))
  }
})

test('an answer with an ETag is documented with its 304, and a 304 or 429 with the limit of its caller', () => {
  const tagged = operations.filter(({ operation }) => 'ETag' in (operation.responses['200']?.headers ?? {}))
  expect(tagged.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['GET /openapi.json', 'GET /llms.txt', 'GET /agents.md', 'GET /refusals.md', 'GET /report']),
  )
  for (const { name, operation } of tagged) {
    const { 200: found, 304: unchanged } = operation.responses
    const limits = Object.keys(found!.headers!).filter((header) => header.startsWith('RateLimit'))
    expect(Object.keys(unchanged?.headers ?? {}), name).toEqual(['X-Request-Id', 'Cache-Control', ...limits, 'ETag'])
  }
  expect(Object.keys(components.responses.rate_limited!.headers!)).toEqual(
    expect.arrayContaining(['Retry-After', 'RateLimit', 'RateLimit-Policy']),
  )
})
