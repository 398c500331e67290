import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import type { Route } from '../../api/http/route.ts'
import { ROUTES } from '../../api/routes.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { INTERNAL, publicGets, testApi, withQuery } from './support/api.ts'
import { sendRaw } from './support/raw-socket.ts'
import { seed } from './support/seed.ts'

const LATEST = '/api/v1/signals/latest'
const ID = 'X-Request-Id: of-this-test'

/** Counts the requests that reached a handler; a hot read reaches none. */
let handled = 0
const counted = (route: Route): Route => ({
  ...route,
  connect: (context) => {
    const handlers = route.connect(context)
    return {
      ...handlers,
      handle: (request, reply) => {
        handled++
        return handlers.handle(request, reply)
      },
    }
  },
})

const db = testDatabase()
let app: FastifyInstance
let port: number
beforeAll(async () => {
  await seed(db.sql)
  app = await testApi(db.url, { routes: ROUTES.map(counted), limits: { documentAgeMs: 600_000 } })
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})

/** The whole answer, except for the date. */
const ask = async (...lines: string[]): Promise<string> =>
  (await sendRaw(port, `${lines.join('\r\n')}\r\n\r\n`))
    .replace(/^date: .*$/im, 'date: <now>')
    .replace(/;r=\d+;t=\d+/, ';r=<left>;t=<seconds>')
const get = (url: string, ...lines: string[]): Promise<string> =>
  ask(`GET ${url} HTTP/1.1`, 'Host: a', ID, 'Connection: close', ...lines)

let urls = 0
/** A read through the handler, by a URL not used before (empty parameters make it another one), of a document that the database has confirmed. */
const cold = (request: (url: string) => Promise<string>, url: string): Promise<{ url: string; answer: string }> =>
  eventually(async () => {
    const fresh = withQuery(url, '&'.repeat(++urls))
    const before = handled
    const answer = await request(fresh)
    expect(handled).toBe(before + 1)
    expect(answer).toContain('\r\netag: ')
    return { url: fresh, answer }
  })
/** A read that bypasses the handler; retried, because the start of listening makes every document old once. */
const hot = (request: () => Promise<string>): Promise<string> =>
  eventually(async () => {
    const before = handled
    const answer = await request()
    expect(handled).toBe(before)
    return answer
  })

const documents = (): string[] => {
  const paths = ROUTES.filter((route) => route.cached).map(
    (route) => new RegExp(`^${route.path.replace(/:\w+/, '[^/]+')}$`),
  )
  return publicGets(app).filter((url) => paths.some((path) => path.test(url.split('?')[0]!)))
}

test('cold and hot answers are the same bytes, headers and their order included', async () => {
  expect(documents().length).toBeGreaterThan(9)
  for (const document of documents()) {
    const first = await cold((url) => get(url), document)
    expect(first.answer, document).toMatch(/^HTTP\/1\.1 200 OK\r\nx-content-type-options: nosniff\r\n/)
    expect(first.answer, document).toContain('\r\nx-request-id: of-this-test\r\n')
    expect(await hot(() => get(first.url)), document).toBe(first.answer)
  }
})

test('a document carries every header that other answers carry', async () => {
  const names = (answer: string): string[] =>
    [...(answer.split('\r\n\r\n')[0] ?? '').matchAll(/^([\w-]+): /gm)].map(([, name]) => (name ?? '').toLowerCase())
  const { answer } = await cold((url) => get(url), LATEST)
  expect(names(answer)).toEqual(expect.arrayContaining(names(await get('/health'))))
})

test('HEAD answers are the same hot and cold, with the headers of GET', async () => {
  const head = (url: string) => ask(`HEAD ${url} HTTP/1.1`, 'Host: a', ID, 'Connection: close')
  const { url, answer } = await cold(head, LATEST)
  expect(await hot(() => head(url))).toBe(answer)
  expect(answer).toBe(`${(await get(url)).split('\r\n\r\n')[0]}\r\n\r\n`)
})

test('304 answers are the same hot and cold, without headers that describe the bytes', async () => {
  const revalidate = (url: string) => get(url, 'If-None-Match: *')
  const { url, answer } = await cold(revalidate, LATEST)
  expect(answer).toMatch(/^HTTP\/1\.1 304 /)
  expect(answer).not.toMatch(/^content-(type|length)/im)
  expect(await hot(() => revalidate(url))).toBe(answer)
})

test('a hot read without Host is refused', async () => {
  const { url } = await cold((fresh) => get(fresh), LATEST)
  await hot(() => get(url))
  const answer = await ask(`GET ${url} HTTP/1.1`, ID, 'Connection: close')
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('"code":"malformed_request"')
  expect(answer).toContain('x-frame-options: DENY')
})

test('another method on a hot URL is answered as on a cold one', async () => {
  const { url } = await cold((fresh) => get(fresh), LATEST)
  const post = await ask(`POST ${url} HTTP/1.1`, 'Host: a', 'Connection: close', 'Content-Length: 0')
  expect(post).toMatch(/^HTTP\/1\.1 405 /)
  expect(post).toContain('allow: GET, HEAD, OPTIONS')
})

test('pipelined reads on one connection are answered whole and in order', async () => {
  const { url, answer } = await cold((fresh) => get(fresh), LATEST)
  const body = answer.split('\r\n\r\n')[1] ?? ''
  const ids = Array.from({ length: 20 }, (_, index) => `pipelined-${index}`)
  const last = ids.length - 1
  const requests = ids.map((id, index) =>
    [
      `GET ${url} HTTP/1.1`,
      'Host: a',
      `X-Request-Id: ${id}`,
      ...(index === last ? ['Connection: close'] : []),
      '',
      '',
    ].join('\r\n'),
  )
  const text = await hot(() => sendRaw(port, requests.join('')))
  expect([...text.matchAll(/x-request-id: (\S+)/g)].map(([, id]) => id)).toEqual(ids)
  expect(text.split(body)).toHaveLength(ids.length + 1)
})

test('each read is counted under its route and status', async () => {
  const count = async (status: number): Promise<number> => {
    const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${INTERNAL}` } })
    const series = `http_request_duration_seconds_count{method="GET",route="${LATEST}",status="${status}"} `
    return Number(
      body
        .split('\n')
        .find((line) => line.startsWith(series))
        ?.slice(series.length) ?? 0,
    )
  }
  const { url } = await cold((fresh) => get(fresh), LATEST)
  await hot(() => get(url))
  for (const [status, lines] of [
    [200, []],
    [304, ['If-None-Match: *']],
  ] as const) {
    const before = await count(status)
    await get(url, ...lines)
    await eventually(async () => expect(await count(status)).toBe(before + 1))
  }
})
