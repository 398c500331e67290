import type { FastifyInstance, InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ERROR_CATALOGUE, ErrorBody } from '../../api/error-catalogue.ts'
import { handlerRoute } from '../../api/http/route.ts'
import { ROUTES } from '../../api/routes.ts'
import { testDatabase } from '../../harness/database.ts'
import { AppError } from '../../shared/errors.ts'
import { ADMIN, INTERNAL, publicGets, testApi } from './support/api.ts'
import { seed } from './support/seed.ts'

const CANARY = 'c4n4ry'
const response = (schema: z.ZodType) => ({
  status: 200,
  description: 'ok',
  contentType: 'application/json; charset=utf-8',
  schema,
  example: {},
})
const basics = { tag: 'operations', summary: 'of the test', description: 'of the test' } as const

/** Routes for cases that no product route has: a plain body, each class, and failures of each kind. */
const TEST_ROUTES = [
  handlerRoute({
    ...basics,
    method: 'POST',
    path: '/test/body',
    class: 'public',
    body: z.strictObject({ symbol: z.string().max(8), quantity: z.int().positive() }),
    response: response(z.object({ symbol: z.string() })),
    handle: (_context, { body }) => ({ symbol: body.symbol, secret: 'never served' }),
  }),
  handlerRoute({
    ...basics,
    method: 'GET',
    path: '/test/throw/:kind',
    class: 'public',
    params: z.object({ kind: z.string() }),
    response: response(z.object({ n: z.number() })),
    handle: (_context, { params }) => {
      if (params.kind === 'error') throw new Error(`${CANARY} in /some/path.ts`)
      if (params.kind === 'contract') return { n: CANARY }
      throw new AppError(params.kind as 'conflict', CANARY, { details: { sql: CANARY } })
    },
  }),
  ...(['agent', 'admin'] as const).map((wanted) =>
    handlerRoute({
      ...basics,
      method: 'GET',
      path: `/test/${wanted}`,
      class: wanted,
      response: response(z.object({})),
      handle: () => ({}),
    }),
  ),
]

const db = testDatabase()
let app: FastifyInstance
beforeAll(async () => {
  await seed(db.sql)
  app = await testApi(db.url, { routes: [...ROUTES, ...TEST_ROUTES] })
})

async function refused(request: InjectOptions | string, status: number, code?: string) {
  const answer = await app.inject(request)
  expect(answer.statusCode, answer.body).toBe(status)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,64}$/)
  expect(answer.body).not.toContain(CANARY)
  const body = z.strictObject(ErrorBody.shape).parse(answer.json())
  expect(body.statusCode).toBe(status)
  if (code) expect(body.code).toBe(code)
  return { answer, body }
}

describe('errors: one shape', () => {
  const post = (payload: string, type = 'application/json'): InjectOptions => ({
    method: 'POST',
    url: '/test/body',
    payload,
    headers: { 'content-type': type },
  })
  const deep = '['.repeat(5_000) + ']'.repeat(5_000)
  test.each<[string, InjectOptions | string, number, string]>([
    ['an unknown path', `/nope/${CANARY}`, 404, 'not_found'],
    ['an unknown path with a body', { ...post(`{${CANARY}`), url: `/nope/${CANARY}` }, 404, 'not_found'],
    ['a trailing slash', '/health/', 404, 'not_found'],
    ['a path that cannot be decoded', `/%zz${CANARY}`, 400, 'malformed_request'],
    ['a name longer than 100', `/reports/${CANARY.repeat(600)}`, 404, 'not_found'],
    ['malformed JSON', post(`{"symbol": ${CANARY}`), 400, 'malformed_json'],
    ['an empty body where one is needed', post(''), 400, 'invalid_parameter'],
    ['a poisoned prototype', post(`{"__proto__": {"${CANARY}": 1}}`), 400, 'malformed_json'],
    ['a body that is too deep', post(deep), 400, 'body_too_deep'],
    ['a body that is too large', post(JSON.stringify({ symbol: CANARY.repeat(20_000) })), 413, 'payload_too_large'],
    ['another media type', post(`<${CANARY}/>`, 'text/xml'), 415, 'unsupported_media_type'],
    ['a form', post(`symbol=${CANARY}`, 'application/x-www-form-urlencoded'), 415, 'unsupported_media_type'],
    [
      'an unknown member whose name is no word',
      post(`{"symbol": "SPY", "quantity": 1, "${CANARY} <b>": 1}`),
      400,
      'invalid_parameter',
    ],
    ['a number that is infinite', post('{"symbol": "SPY", "quantity": 1e400}'), 400, 'invalid_parameter'],
    ['a conflict', '/test/throw/conflict', 409, 'conflict'],
    ['an unavailable dependency', '/test/throw/unavailable', 503, 'unavailable'],
    ['an unclassified error', '/test/throw/error', 500, 'internal_error'],
    ['an answer that breaks its contract', '/test/throw/contract', 500, 'internal_error'],
  ])('%s', async (_name, request, status, code) => {
    const { body, answer } = await refused(request, status, code)
    if (code !== 'invalid_parameter') expect(body.message).toBe(ERROR_CATALOGUE[body.code].message)
    if (status === 503) expect(answer.headers['retry-after']).toBe('2')
  })
  test('an invalid body names its fields', async () => {
    const { body } = await refused(post(`{"symbol": 1, "quantity": "${CANARY}"}`), 400)
    expect(body.details).toEqual({ fields: ['symbol', 'quantity'] })
    expect(body.message).toBe('symbol: is not valid; quantity: is not valid')
  })
  test('an answer is reduced to its contract', async () => {
    expect((await app.inject(post('{"symbol": "SPY", "quantity": 1}'))).json()).toEqual({ symbol: 'SPY' })
  })
})

describe('hostile query parameters', () => {
  const integers = [
    ['/api/v1/reports', 'limit', '1', '90'],
    ['/api/v1/reports', 'offset', '0', '999999'],
    ['/api/v1/signals/history', 'days', '1', '365'],
    ['/api/v1/signals/intraday/health-score', 'limit', '1', '1000'],
    ['/api/v1/company/AAPL/options', 'history_limit', '1', '365'],
    ['/api/v1/company/AAPL/estimates', 'history_limit', '1', '365'],
  ] as const
  const hostile = [
    '',
    '-1',
    '0x10',
    '1e1',
    '%2090',
    '90%20',
    '1.0',
    '+1',
    '1e15',
    '9999999',
    '%00',
    'NaN',
    '%D9%A1',
    "1'--",
    CANARY,
  ]
  test.each(integers)(
    '%s?%s: mistakes are 400 and named, the bounds themselves are accepted',
    async (path, name, min, max) => {
      for (const value of [...hostile, String(Number(max) + 1)]) {
        const { body } = await refused(`${path}?${name}=${value}`, 400, 'invalid_parameter')
        expect(body.details, value).toEqual({ fields: [name] })
        expect(body.message, value).toBe(`${name}: must be a whole number from ${min} to ${max}`)
      }
      const twice = await refused(`${path}?${name}=1&${name}=1`, 400, 'invalid_parameter')
      expect(twice.body.message).toBe(`${name}: must be sent once`)
      for (const value of [min, max]) expect((await app.inject(`${path}?${name}=${value}`)).statusCode).toBe(200)
    },
  )
  test('a value below the lower bound is refused', async () => {
    await refused('/api/v1/reports?limit=0', 400)
    await refused('/api/v1/signals/history?days=0', 400)
  })
  test('an unknown format of the export is refused', async () => {
    for (const format of ['xml', 'CSV', '', CANARY]) {
      const { body } = await refused(`/api/v1/signals/export?format=${format}`, 400)
      expect(body.message).toBe('format: must be csv')
    }
  })
})

describe('path traversal', () => {
  const names = [
    '..%2f..%2fetc%2fpasswd', '%2e%2e%2f%2e%2e%2fetc', '..%5c..%5cwindows', '%252e%252e%252f', '%00', 'report-20261120-103000.md%00.txt',
    'report-20261120-103000.md%0a', 'CON', 'report-٢٠٢٦١١٢٠-103000.md', 'report-20261120-103000.MD', `${CANARY}.md`, "report-' or 1=1--.md",
  ] // biome-ignore format: a list of words
  test.each(['/reports/', '/api/v1/reports/'])(
    '%s<name> is 404 for every name that is not a report',
    async (prefix) => {
      for (const name of names)
        await refused(prefix + encodeURI(decodeURI(name)).replaceAll('%25', '%'), 404, 'not_found')
    },
  )
  test.each([
    'zz',
    '2026-W00',
    '2026-W54',
    '2025-W53',
    '0000-W01',
    '0999-W01',
    '2026W47',
    '..%2f..',
    '2026-W47%00',
    CANARY,
  ])('week %s is 400', async (week) => {
    const { body } = await refused(`/api/v1/reports/week/${week}`, 400, 'invalid_parameter')
    expect(body.details).toEqual({ fields: ['week_id'] })
    expect(body.message).toBe('week_id: must be an ISO week that exists, written <YYYY>-W<WW>')
  })
})

describe('methods', () => {
  test('every resource answers 405 with Allow to other methods', async () => {
    for (const path of publicGets(app)) {
      const own = app.inventory.items.filter((item) => item.path === path).map((item) => item.method)
      const allow = [...new Set(['GET', 'HEAD', 'OPTIONS', ...own])].sort().join(', ')
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'] as const) {
        if (own.includes(method)) continue
        const request = { method, url: path, payload: CANARY, headers: { 'content-type': 'text/xml' } } as InjectOptions
        const { answer } = await refused(request, 405, 'method_not_allowed')
        expect(answer.headers.allow, path).toBe(allow)
      }
      const options = await app.inject({ method: 'OPTIONS', url: path })
      expect([options.statusCode, options.headers.allow]).toEqual([204, allow])
      const head = await app.inject({ method: 'HEAD', url: path })
      expect([head.statusCode, head.body], path).toEqual([200, ''])
    }
    const { answer } = await refused('/test/body', 405)
    expect(answer.headers.allow).toBe('OPTIONS, POST')
  })
})

describe('classes', () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  test.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['an empty bearer', { authorization: 'Bearer ' }],
    ['no token', { authorization: 'Bearer' }],
    ['another scheme', { authorization: `Basic ${INTERNAL}` }],
    ['a long token', bearer('x'.repeat(8_000))],
    ['a prefix', bearer(INTERNAL.slice(0, -1))],
    ['a longer one', bearer(`${INTERNAL}x`)],
    ['the admin header', { 'x-admin-token': INTERNAL }],
  ])('/metrics with %s is 401', async (_name, headers) => {
    const { answer } = await refused({ url: '/metrics', headers }, 401, 'unauthorized')
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
  })
  test('/metrics ignores a token in the query, answers 403 to another class, and checks HEAD too', async () => {
    await refused(`/metrics?token=${INTERNAL}`, 401)
    await refused({ url: '/metrics', headers: bearer(ADMIN) }, 403, 'forbidden')
    expect((await app.inject({ method: 'HEAD', url: '/metrics' })).statusCode).toBe(401)
  })
  test.each<[string, Record<string, string>]>([
    ['Authorization', bearer(INTERNAL)],
    ['lower-case scheme', { authorization: `bearer ${INTERNAL}` }],
    ['X-Internal-Token', { 'x-internal-token': INTERNAL }],
  ])('/metrics with the token as %s: text with durations by route', async (_name, headers) => {
    await app.inject('/health')
    const answer = await app.inject({ url: '/metrics', headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain/)
    expect(answer.body).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/health",status="200"\} \d+/)
    expect(answer.body).toContain('document_cache_hits_total')
    expect(answer.body).toContain('database_reads_state{state="up"} 1')
    expect(answer.body).not.toContain(CANARY)
  })
  test('agent and admin routes are closed without a token of their class', async () => {
    await refused('/test/agent', 401)
    await refused({ url: '/test/agent', headers: bearer(ADMIN) }, 403)
    await refused({ url: '/test/admin', headers: bearer(INTERNAL) }, 403)
    expect((await app.inject({ url: '/test/admin', headers: { 'x-admin-token': ADMIN } })).statusCode).toBe(200)
  })
  test('a server with a token that is too short does not start', async () => {
    await expect(testApi(db.sql, { tokens: { admin: '', internal: INTERNAL } })).rejects.toThrow(/at least 16/)
  })
  test('a server with a route without a class does not start', async () => {
    const unclassed = { ...TEST_ROUTES[0]!, path: '/test/unclassed', class: undefined as unknown as 'public' }
    await expect(testApi(db.sql, { routes: [unclassed] })).rejects.toThrow(/declares no class/)
  })
})

describe('headers', () => {
  test('every answer has the security headers and none that names the software', async () => {
    for (const url of [...publicGets(app), '/nope', '/docs/']) {
      const { headers } = await app.inject(url)
      expect(headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('server')
    }
  })
  test('a well-formed request id is kept, any other is replaced', async () => {
    const id = async (sent: string) =>
      (await app.inject({ url: '/health', headers: { 'x-request-id': sent } })).headers['x-request-id']
    expect(await id('abc_DEF-12345678')).toBe('abc_DEF-12345678')
    for (const odd of ['short', 'x'.repeat(65), 'has space 123', '"quoted-id"', '<script>12345'])
      expect(await id(odd)).not.toBe(odd)
  })
})
