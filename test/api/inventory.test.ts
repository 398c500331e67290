import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { ERROR_CATALOGUE } from '../../api/error-catalogue.ts'
import { ROUTE_CLASSES } from '../../api/http/auth.ts'
import { openApiDocument } from '../../api/openapi-document.ts'
import { ROUTES } from '../../api/routes.ts'
import { testDatabase } from '../../harness/database.ts'
import { testApi } from './support/api.ts'
import { seed } from './support/seed.ts'

interface Operation {
  summary?: string
  description?: string
  operationId: string
  'x-class': string
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Record<string, unknown> }[]
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: unknown; example?: unknown; examples?: unknown }> }
  >
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
  'x-error-codes': unknown
}

const db = testDatabase()
let app: FastifyInstance
let document: Document
beforeAll(async () => {
  await seed(db.sql)
  app = await testApi(db.url)
  document = (await app.inject('/openapi.json')).json()
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )

test('served, documented and classed routes are the same', () => {
  const served = app.inventory.items
    .filter((item) => !item.page && item.method !== 'HEAD')
    .map((item) => `${item.method} ${item.path.replace(/:(\w+)/g, '{$1}')} ${item.class}`)
  const documented = operations().map(({ path, method, operation }) => `${method} ${path} ${operation['x-class']}`)
  const classed = [
    ...ROUTES.map((route) => `${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')} ${route.class}`),
    'GET /openapi.json public',
  ]
  expect(served.sort()).toEqual(documented.sort())
  expect(classed.sort()).toEqual(documented)
  expect(
    app.inventory.items.filter((item) => item.page).every(({ path }) => /^\/(docs|assets\/|favicon\.ico$)/.test(path)),
  ).toBe(true)
})

test('the routes of this version, by class', () => {
  const listed = app.inventory.items.filter((item) => !item.page && item.method === 'GET')
  expect(
    Object.groupBy(
      listed.map(({ path, class: of }) => ({ path, of })),
      ({ of }) => of,
    ),
  ).toMatchObject({
    internal: [
      { path: '/metrics' },
      { path: '/api/v1/internal/pipeline' },
      { path: '/api/v1/internal/traces/:trace_id' },
      { path: '/api/v1/internal/stages/:stage' },
      { path: '/api/v1/internal/ai2/grades/risk' },
      { path: '/api/v1/internal/ai2/grades/magnitude' },
      { path: '/api/v1/internal/ai2/grades/trade-idea' },
      { path: '/api/v1/internal/ai2/grades/direction' },
      { path: '/api/v1/internal/events' },
    ],
  })
  expect(listed.every((item) => ROUTE_CLASSES.includes(item.class))).toBe(true)
})

test('every operation is described, with an example and its errors', () => {
  const ids = new Set<string>()
  for (const { path, method, operation } of operations()) {
    const name = `${method} ${path}`
    expect(operation.summary, name).toBeTruthy()
    expect(operation.description?.length, name).toBeGreaterThan(20)
    ids.add(operation.operationId)
    const [content] = Object.values(
      ['200', '201', '202', '101'].map((status) => operation.responses[status]).find(Boolean)?.content ?? {},
    )
    expect(content?.schema, name).toBeTruthy()
    expect(content?.example, name).toBeDefined()
    for (const parameter of operation.parameters)
      expect(parameter.description, `${name} ${parameter.name}`).toBeTruthy()
    if (operation.parameters.length > 0) expect(operation.responses, name).toHaveProperty('400')
  }
  expect(ids.size).toBe(operations().length)
})

test('the operations that succeed with another status than 200', () => {
  const successes = operations().map(({ path, method, operation }) => {
    const statuses = Object.keys(operation.responses).filter((status) => Number(status) < 300)
    return [`${method} ${path}`, statuses.join(' ')] as const
  })
  expect(Object.fromEntries(successes.filter(([, statuses]) => statuses !== '200'))).toEqual({
    'GET /api/v1/agents/socket': '101',
    'GET /api/v1/trading/socket': '101',
    'POST /api/v1/admin/alerts': '200 201',
    'POST /api/v1/admin/clock': '200 202',
    'POST /api/v1/admin/stages/{stage}/redrive': '202',
    'POST /api/v1/admin/webhooks': '201',
    'POST /api/v1/trading/admin/accounts': '201',
    'POST /api/v1/trading/admin/accounts/{account_id}/tokens': '201',
    'POST /api/v1/trading/stream/ticket': '201',
    'POST /api/v1/trading/trades': '200 201',
    'POST /api/v1/trading/trades/options': '200 201',
    'POST /api/v1/trading/trades/{trade_id}/confirm': '200 202',
    'POST /api/v1/trading/wake': '200 202',
  })
})

test('documented bounds equal the enforced ones', () => {
  const [limit] = document.paths['/api/v1/reports']!.get!.parameters
  expect(limit).toEqual({
    name: 'limit',
    in: 'query',
    required: false,
    description: 'days per page',
    schema: { type: 'integer', minimum: 1, maximum: 90, default: 7 },
    example: 7,
  })
})

test('no reference dangles and no component is unused', () => {
  const text = JSON.stringify(document)
  const references = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]!))
  expect([...references].sort()).toEqual(Object.keys(document.components.schemas))
  expect(text).not.toContain('$defs')
})

test('the document contains the error catalogue in wire format', () => {
  const codes = document['x-error-codes'] as Record<string, Record<string, unknown>>
  expect(Object.keys(codes)).toEqual(Object.keys(ERROR_CATALOGUE))
  expect(codes.unavailable).toMatchObject({ status: 503, retryable: true, retry_after_ms: 2_000 })
  expect(
    Object.values(codes)
      .flatMap(Object.keys)
      .filter((name) => /[A-Z]/.test(name)),
  ).toEqual([])
})

test('the document has the same bytes every time', () => {
  expect(JSON.stringify(openApiDocument([...ROUTES]))).toBe(JSON.stringify(openApiDocument(ROUTES)))
  expect(document.openapi).toBe('3.1.0')
})

test('the page has the document as JSON and as YAML too', async () => {
  expect((await app.inject('/docs/json')).json()).toEqual(document)
  const { body } = await app.inject('/docs/yaml')
  expect(body).toMatch(/^openapi: "3\.1\.0"\n/)
  for (const path of Object.keys(document.paths)) expect(body).toContain(`\n  ${path}:\n`)
})

test('/docs is a page that loads nothing from other hosts', async () => {
  const page = await app.inject('/docs/')
  expect(page.headers['content-type']).toMatch(/^text\/html/)
  expect(page.headers['content-security-policy']).not.toMatch(/https?:/)
  expect([...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].every((match) => !/^(https?:)?\/\//.test(match[1]!))).toBe(
    true,
  )
  const script = await app.inject('/docs/static/swagger-ui-bundle.js')
  expect(script.statusCode).toBe(200)
  expect(page.body).toContain('<title>Market state API</title>')
  const scripts = [...page.body.matchAll(/src="([^"]+)"/g)].map((match) => match[1]!)
  const start = await app.inject(`/docs/${scripts.at(-1)}`)
  expect(start.body).toContain("fetch('/openapi.json')")
  expect(start.body).toContain("docExpansion: 'none'")
  // This layout has no top bar, and so no brand.
  expect(start.body).toContain("layout: 'BaseLayout'")
})
