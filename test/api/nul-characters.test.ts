import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { ERROR_CATALOGUE } from '../../api/error-catalogue.ts'
import { codesOf } from '../../api/openapi/openapi-errors.ts'
import { ROUTES } from '../../api/routes.ts'
import { testDatabase } from '../../harness/database.ts'
import { testApi } from './support/api.ts'
import { recordedLog } from './support/recorded-log.ts'
import { seed } from './support/seed.ts'

const WARN = 40
const PUBLIC = ROUTES.filter(({ class: of, method }) => of === 'public' && method === 'GET')

const db = testDatabase()
const { log, lines } = recordedLog()
let app: FastifyInstance
beforeAll(async () => {
  await seed(db.sql)
  app = await testApi(db.url, { log })
})

/** The status and the code of the answer, which the route declares; the log has no line about a failure. */
async function refusal(url: string): Promise<[number, string, unknown]> {
  const before = lines().length
  const { statusCode, body } = await app.inject(url)
  expect(
    lines()
      .slice(before)
      .filter(({ level }) => level >= WARN),
    url,
  ).toEqual([])
  const { code, details } = statusCode === 200 ? { code: 'none', details: {} } : JSON.parse(body)
  return [statusCode, code, details?.fields]
}

test('a NUL in a path is refused by every public route as it declares', async () => {
  const withParameters = PUBLIC.filter(({ path }) => path.includes(':'))
  expect(withParameters.length).toBeGreaterThan(20)
  for (const route of withParameters) {
    const [status, code] = await refusal(route.path.replace(/:\w+/g, 'A%00B'))
    expect([400, 404], route.path).toContain(status)
    const declared = codesOf(route)
    expect(declared, route.path).toContain(code)
    expect(ERROR_CATALOGUE[declared.find((each) => each === code)!].status).toBe(status)
  }
})

test('a NUL in the query is refused by every public route, which names the parameter', async () => {
  for (const { path, query } of PUBLIC) {
    for (const name of Object.keys(query?.shape ?? {})) {
      if (path.includes(':')) continue
      const [status, code, fields] = await refusal(`${path}?${name}=A%00B`)
      expect([status, code], `${path} ${name}`).toEqual([400, 'invalid_parameter'])
      expect(fields, `${path} ${name}`).toContain(name)
    }
  }
})

test('an encoded percent sign is not a NUL', async () => {
  const { statusCode } = await app.inject('/api/v1/tickers/search?q=%2500')
  expect(statusCode).toBe(200)
})
