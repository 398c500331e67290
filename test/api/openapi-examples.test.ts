import { expect, test } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from '../../api/openapi-document.ts'
import { ROUTES } from '../../api/routes.ts'

type Schema = Record<string, unknown>
interface Media {
  schema: Schema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
interface Answer {
  $ref?: string
  headers?: Record<string, Schema>
  content?: Record<string, Media>
}
interface Operation {
  parameters: { name: string; schema: Schema; example?: unknown; required: boolean }[]
  requestBody?: { content: Record<string, Media>; required: boolean }
  responses: Record<string, Answer>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer>; headers: Record<string, Schema> }
}

const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES))) as Document
const { components } = document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
)
const resolve = (answer: Answer): Answer =>
  answer.$ref ? components.responses[answer.$ref.split('/').at(-1)!]! : answer

/** The schemas in use, each read once: every refusal has the same one. */
const read = new Map<string, z.ZodType>()

function readSchema(schema: Schema): z.ZodType {
  const key = JSON.stringify(schema)
  const known = read.get(key)
  if (known) return known
  const whole = JSON.stringify({ ...schema, $defs: components.schemas }).replaceAll('#/components/schemas/', '#/$defs/')
  const made = z.fromJSONSchema(JSON.parse(whole))
  read.set(key, made)
  return made
}

/** Validates against the document as a client reads it, not against the schemas it was generated from. */
function complaints(schema: Schema, value: unknown): string[] {
  const parsed = readSchema(schema).safeParse(value)
  return parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
}

const media = operations.flatMap(({ name, operation }) => [
  ...Object.values(operation.requestBody?.content ?? {}).map((each) => ({ name: `${name} body`, ...each })),
  ...Object.entries(operation.responses).flatMap(([status, answer]) =>
    Object.values(resolve(answer).content ?? {}).map((each) => ({ name: `${name} ${status}`, ...each })),
  ),
])
const examples = media.flatMap(({ name, schema, example, examples: several }) =>
  [...(example === undefined ? [] : [example]), ...Object.values(several ?? {}).map(({ value }) => value)].map(
    (value) => ({ name, schema, value }),
  ),
)

test('a wrong example is found', () => {
  const { schema, value } = examples.find(({ name }) => name === 'get /api/v1/status 200')!
  expect(complaints(schema, { ...(value as object), level: 'mauve' })).toHaveLength(1)
  expect(complaints(schema, { ...(value as object), market: undefined })).toHaveLength(1)
})

test('every body has an example, and every example is valid by its schema', () => {
  for (const { name, example, examples: several } of media) expect(example ?? several, name).toBeDefined()
  expect(examples.length).toBeGreaterThan(60)
  for (const { name, schema, value } of examples) expect(complaints(schema, value), name).toEqual([])
})

test('no example has a member that its schema does not know', () => {
  for (const route of ROUTES)
    expect(route.response.schema.parse(route.response.example)).toEqual(route.response.example)
})

test('every parameter has an example that is valid by its schema', () => {
  for (const { name, operation } of operations) {
    for (const { name: parameter, schema, example, required } of operation.parameters) {
      const value = example ?? (schema.examples as unknown[] | undefined)?.[0]
      expect(value, `${name} ${parameter}`).toBeDefined()
      expect(complaints(schema, value), `${name} ${parameter}`).toEqual([])
      // The documentation page sends the example of a parameter; as_of would answer for the past.
      if (!required)
        expect(example, `${name} ${parameter}`).toBe(
          schema.default ?? (parameter === 'Idempotency-Key' ? example : undefined),
        )
    }
  }
})

test('the examples are complete: components, rows, a report', () => {
  const of = (path: string) =>
    examples.find(({ name }) => name === `get ${path} 200`)!.value as Record<string, unknown[]> & { content: string }
  expect(of('/api/v1/signals/latest').score_components).toHaveLength(13)
  expect(of('/api/v1/signals/score').components).toHaveLength(13)
  expect(of('/api/v1/signals/history').data!.length).toBeGreaterThanOrEqual(2)
  expect(String(of('/api/v1/signals/export')).split('\r\n').length).toBeGreaterThanOrEqual(4)
  expect(of('/api/v1/reports/latest').content).toMatch(/^# Market report, 2026-11-20 16:20:00 ET\n\n## Market status\n/)
  expect(String(of('/report'))).toBe(of('/api/v1/reports/latest').content)
})

test('a 400 example names the field and its rule', () => {
  const { value } = examples.find(({ name, value: each }) => {
    return name === 'get /api/v1/signals/history 400' && (each as { code: string }).code === 'invalid_parameter'
  })!
  expect(value).toMatchObject({
    message: 'days: must be a whole number from 1 to 365',
    details: { fields: ['days'] },
  })
})

/** Every property below a schema, with its path. */
function properties(node: unknown, way: string): { way: string; schema: Schema }[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => [
    ...(key === 'properties'
      ? Object.entries(value as Schema).map(([name, schema]) => ({ way: `${way}.${name}`, schema: schema as Schema }))
      : []),
    ...properties(value, `${way}.${key}`),
  ])
}

test('no property lacks a description', () => {
  const schemas = [...media.map(({ name, schema }) => [name, schema] as const), ...Object.entries(components.schemas)]
  const all = schemas.flatMap(([name, schema]) => properties(schema, name))
  expect(all.length).toBeGreaterThan(200)
  expect(all.filter(({ schema }) => !schema.description).map(({ way }) => way)).toEqual([])
})

test('no component has a generated name', () =>
  expect(Object.keys(components.schemas).filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]))

test('headers are declared where they are sent', () => {
  const headers = (path: string, status: string) =>
    Object.keys(resolve(document.paths[path]!.get!.responses[status]!).headers ?? {})
  const latest = '/api/v1/signals/latest'
  expect(headers(latest, '200')).toEqual([
    'X-Request-Id',
    'Cache-Control',
    'RateLimit',
    'RateLimit-Policy',
    'ETag',
    'X-Stale',
    'Age',
    'X-Reason',
    'traceparent',
  ])
  expect(headers(latest, '304')).toEqual(['X-Request-Id', 'Cache-Control', 'RateLimit', 'RateLimit-Policy', 'ETag'])
  expect(headers('/api/v1/signals/export', '200')).toContain('X-Reason')
  expect(headers('/metrics', '401')).toContain('WWW-Authenticate')
  expect(headers('/metrics', '503')).toContain('Retry-After')
  for (const { name, operation } of operations) {
    for (const status of ['400', '405', '408', '431', '500']) expect(operation.responses, name).toHaveProperty(status)
    for (const answer of Object.values(operation.responses)) {
      const declared = Object.values(resolve(answer).headers ?? {})
      expect(declared.length, name).toBeGreaterThan(0)
      for (const { $ref } of declared) expect(components.headers).toHaveProperty(String($ref).split('/').at(-1)!)
    }
    expect(Object.keys(resolve(operation.responses['405']!).headers!)).toContain('Allow')
  }
})

test('the answer to a repeated client_order_id is documented with the first one, and only required bodies are required', () => {
  const of = (path: string) => document.paths[`/api/v1/trading/trades${path}`]!.post!
  for (const { responses, requestBody } of [of(''), of('/options')]) {
    expect(responses['200']!.content).toEqual(responses['201']!.content)
    expect(requestBody?.required).toBe(true)
  }
  expect(of('/{trade_id}/confirm').requestBody?.required).toBe(false)
})
