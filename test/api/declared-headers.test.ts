import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '../../api/openapi-document.ts'
import { ROUTES } from '../../api/routes.ts'
import { testDatabase } from '../../harness/database.ts'
import { publicGets, testApi } from './support/api.ts'

/** Headers of HTTP, of a browser's rules and of the connection, which a client's program does not read. */
const PLUMBING =
  /^(content-(type|length|encoding)|date|connection|keep-alive|vary|x-(content-type-options|frame-options)|referrer-policy|cross-origin-.*|content-security-policy|access-control-.*)$/

interface Response {
  $ref?: string
  headers?: Record<string, unknown>
}
const { paths, components } = JSON.parse(JSON.stringify(openApiDocument(ROUTES))) as {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>
  components: { responses: Record<string, Response> }
}

/** The headers that the document declares for an answer of a route. */
function declared(path: string, method: string, status: number): string[] {
  const response = paths[path]?.[method]?.responses[String(status)]
  const resolved = response?.$ref ? components.responses[response.$ref.split('/').at(-1)!] : response
  return Object.keys(resolved?.headers ?? {}).map((name) => name.toLowerCase())
}

const db = testDatabase()
let app: FastifyInstance
beforeAll(async () => {
  app = await testApi(db.url)
})

/** The described path of an address, such as /api/v1/reports/{filename}. */
function describedPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (path in paths) return path
  const steps = path.split('/')
  const found = Object.keys(paths).find((described) => {
    const own = described.split('/')
    return own.length === steps.length && own.every((step, index) => step.startsWith('{') || step === steps[index])
  })
  if (found === undefined) throw new Error(`${path} is not described`)
  return found
}

async function undeclared(method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: sent } = await app.inject({ method, url, headers })
  const known = declared(describedPath(url), method.toLowerCase(), statusCode)
  const names = Object.keys(sent).filter((name) => !PLUMBING.test(name) && !known.includes(name))
  return names.map((name) => `${statusCode} ${method} ${url}: ${name}`)
}

test('the document declares every header that an answer of a public route has, and that its refusals have', async () => {
  const missing: string[] = []
  const statuses = new Set<number>()
  for (const url of publicGets(app)) {
    const { statusCode, headers } = await app.inject(url)
    statuses.add(statusCode)
    missing.push(...(await undeclared('GET', url)))
    missing.push(...(await undeclared('GET', `${url}${url.includes('?') ? '&' : '?'}unknown=1`)))
    if (headers.etag) missing.push(...(await undeclared('GET', url, { 'if-none-match': String(headers.etag) })))
  }
  expect(statuses.has(200)).toBe(true)
  expect(missing).toEqual([])
})

test.each([
  ['GET', '/api/v1/company/ZZZZ'],
  ['GET', '/api/v1/trading/account'],
  ['GET', '/api/v1/trading/admin/accounts'],
  ['GET', '/metrics'],
  ['POST', '/api/v1/trading/trades'],
] as const)('the document declares every header of the refusal of %s %s', async (method, url) => {
  expect(await undeclared(method, url)).toEqual([])
})

test('the document says how long an answer may be kept, and what is left of the limit after a refusal', () => {
  expect(declared('/api/v1/signals/latest', 'get', 200)).toContain('cache-control')
  expect(declared('/api/v1/signals/latest', 'get', 400)).toEqual(expect.arrayContaining(['ratelimit', 'cache-control']))
  expect(declared('/health', 'get', 400)).not.toContain('ratelimit')
  // A caller who is not known counts against no limit.
  expect(declared('/api/v1/trading/account', 'get', 401)).not.toContain('ratelimit')
})

/** Headers that a browser shows to a page of another origin by default. */
const SAFELISTED = ['cache-control']
/** Headers of answers that need a token, which no page of another origin can read. */
const PRIVATE = ['www-authenticate', 'idempotency-replayed']

test('a page of another origin can read every declared header of a public route', async () => {
  const wanted = new Set<string>()
  for (const url of publicGets(app))
    for (const status of [200, 304, 400, 404, 405, 429])
      for (const name of declared(describedPath(url), 'get', status)) wanted.add(name)
  const { headers } = await app.inject('/api/v1/signals/latest')
  const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(', ')
  expect(wanted.has('content-disposition')).toBe(true)
  expect([...wanted].filter((name) => ![...exposed, ...SAFELISTED, ...PRIVATE].includes(name))).toEqual([])
})
