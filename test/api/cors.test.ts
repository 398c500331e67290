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
