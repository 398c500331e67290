import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { ROUTES } from '../../api/routes.ts'
import { testDatabase } from '../../harness/database.ts'
import { ADMIN, INTERNAL, testApi } from './support/api.ts'
import { seed } from './support/seed.ts'

interface Bounds {
  type?: string
  minimum?: number
  maximum?: number
}

interface Operation {
  'x-class': 'public' | 'agent' | 'admin' | 'internal'
  parameters: { name: string; in: string; required: boolean; example: unknown; schema: Bounds }[]
  requestBody?: { content: Record<string, { example: object }> }
}

const db = testDatabase()
let app: FastifyInstance
let tokens: Record<string, string>
let paths: Record<string, Record<string, Operation>>

beforeAll(async () => {
  await seed(db.sql)
  app = await testApi(db.url)
  paths = (await app.inject('/openapi.json')).json().paths
  const made = await app.inject({
    method: 'POST',
    url: '/api/v1/trading/admin/accounts',
    headers: { authorization: `Bearer ${ADMIN}` },
    payload: { name: 'reader', balance: 1_000 },
  })
  tokens = { admin: ADMIN, internal: INTERNAL, agent: made.json().token }
})

const operations = () =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase() as 'POST', operation })),
  )

/** The request that a client makes from the document, with one more parameter. */
function requestOf(path: string, { parameters, requestBody, 'x-class': of }: Operation, extra: string) {
  const url = path.replace(/\{(\w+)\}/g, (_, name) => String(parameters.find((one) => one.name === name)?.example))
  const required = parameters.filter((one) => one.in === 'query' && one.required)
  const query = [...required.map(({ name, example }) => `${name}=${example}`), extra].join('&')
  const token = tokens[of]
  const payload = requestBody?.content['application/json']?.example
  return {
    url: `${url}?${query}`,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    ...(payload ? { payload } : {}),
  }
}

function requests(extra: string) {
  return operations().flatMap(({ path, method, operation }) => {
    const known = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
    const verbs = String(method) === 'GET' ? (['GET', 'HEAD'] as const) : [method]
    const request = requestOf(path, operation, extra)
    return verbs.map((verb) => ({ known, request: { ...request, method: verb } }))
  })
}

test('every route refuses a parameter that it does not declare, by name, and lists its own', async () => {
  const all = requests('as_off=2026')
  expect(all.length).toBeGreaterThan(ROUTES.length)
  for (const { known, request } of all) {
    const name = `${request.method} ${request.url}`
    const answer = await app.inject(request)
    expect(answer.statusCode, `${name} ${answer.body}`).toBe(400)
    if (request.method === 'HEAD') continue
    const { code, message, details, retryable } = answer.json()
    expect({ code, details, retryable }, name).toEqual({
      code: 'invalid_parameter',
      details: { fields: ['as_off'], known },
      retryable: false,
    })
    expect(message, name).toMatch(/^as_off: must not be sent, because this route /)
  }
})

test('a whole number is taken within its documented bounds and refused one beyond them, by name', async () => {
  const bounded = operations().flatMap(({ path, method, operation }) =>
    // A stream that is taken does not end.
    path.endsWith('/stream') || path.endsWith('/socket')
      ? []
      : operation.parameters
          .filter(({ in: place, schema }) => place === 'query' && schema.type === 'integer')
          .map(({ name, schema }) => ({ path, method, operation, name, schema })),
  )
  expect(bounded.length).toBeGreaterThan(40)
  for (const { path, method, operation, name, schema } of bounded) {
    const { minimum, maximum } = schema
    const refusalOf = async (value: number): Promise<string | null> => {
      const answer = await app.inject({ ...requestOf(path, operation, `${name}=${value}`), method })
      return answer.statusCode === 400 && answer.json().details.fields.includes(name) ? answer.json().message : null
    }
    const at = `${method} ${path} ${name}`
    const edges: [number | undefined, number][] = [
      [minimum, -1],
      [maximum, 1],
    ]
    for (const [edge, step] of edges) {
      if (edge === undefined) continue
      const refusal = await refusalOf(edge + step)
      expect(refusal, `${at}=${edge + step}`).not.toBeNull()
      // The greatest id of an event is one of the future, which another rule refuses.
      expect(await refusalOf(edge), `${at}=${edge}`).not.toBe(refusal)
    }
  }
})

test('a parameter that is refused stays refused when the document is in the cache', async () => {
  expect((await app.inject('/api/v1/signals/latest')).statusCode).toBe(200)
  for (let read = 0; read < 2; read++)
    expect((await app.inject('/api/v1/signals/latest?days=1')).json().message).toBe(
      'days: must not be sent, because this route knows only the query parameters as_of',
    )
})

test('names of the prototype are refused, and a name with other characters is not repeated', async () => {
  for (const name of ['constructor', 'toString'])
    expect((await app.inject(`/health?${name}=1`)).json().details).toEqual({ fields: [name], known: [] })
  for (const name of ['__proto__', '%3Cscript%3E', 'a%00', 'x'.repeat(41)]) {
    const answer = await app.inject(`/health?${name}=1`)
    expect(answer.json()).toMatchObject({
      message: 'the query: must not be sent, because this route takes no query parameters',
      details: { fields: [], known: [] },
    })
  }
})

test('an unknown member of a body is refused by name, with a list of the known ones', async () => {
  const compare = (payload: object) =>
    app.inject({ method: 'POST', url: '/api/v1/signals/base-rates/compare', payload })
  const condition = { metric: 'vix_close', op: '>=', value: 25 }
  const outer = (await compare({ conditions: [condition], horizont: 20 })).json()
  expect(outer.details.fields).toEqual(['horizont'])
  const inner = (await compare({ conditions: [{ ...condition, valeu: 25 }], horizon: 20 })).json()
  expect(inner.details.fields).toEqual(['conditions.0.valeu'])
  expect(inner.message).toMatch(/^conditions\.0\.valeu: must not be sent/)
})
