import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { ADMIN, INTERNAL } from '../../harness/tokens.ts'
import { publicGets, testApi } from './support/api.ts'

const db = testDatabase()
let app: FastifyInstance
beforeAll(async () => {
  app = await testApi(db.url)
})

test('pages of every origin may read public routes, and see the headers that a reader needs', async () => {
  for (const url of publicGets(app)) {
    expect((await app.inject(url)).headers, url).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('X-Stale'),
      'cross-origin-resource-policy': 'cross-origin',
    })
  }
})

test.each([
  ['/metrics', INTERNAL],
  ['/api/v1/trading/admin/accounts', ADMIN],
  ['/nope', ADMIN],
])('pages of other origins may not read %s', async (url, token) => {
  const { headers } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
})

const preflight = (url: string, method: string, name: string) =>
  app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin: 'https://desk.example',
      'access-control-request-method': method,
      'access-control-request-headers': name,
    },
  })

test('a page of another origin may read conditionally, resume a stream and send a question', async () => {
  for (const url of publicGets(app)) {
    const { statusCode, headers } = await preflight(url, 'GET', 'if-none-match')
    expect([statusCode, headers['access-control-allow-origin']], url).toEqual([204, '*'])
    expect(headers['access-control-allow-methods'], url).toMatch(/^GET, HEAD/)
  }
  const resumed = await preflight('/api/v1/agents/stream', 'GET', 'last-event-id')
  expect(resumed.headers['access-control-allow-headers']).toContain('Last-Event-ID')
  expect(resumed.headers['access-control-max-age']).toBe('86400')
  const asked = await preflight('/api/v1/signals/base-rates/compare', 'POST', 'content-type')
  expect(asked.headers['access-control-allow-methods']).toBe('POST')
  expect((await app.inject({ method: 'PUT', url: '/api/v1/status' })).headers).toMatchObject({
    'access-control-allow-origin': '*',
  })
})

test.each(['/api/v1/trading/account', '/api/v1/trading/trades', '/api/v1/admin/clock', '/mcp'])(
  'no preflight lets a page of another origin use %s',
  async (url) => {
    const { headers } = await preflight(url, 'POST', 'authorization')
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  },
)
