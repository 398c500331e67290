import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { QUEUED_MAX } from '../../api/http/pipelining.ts'
import { testDatabase } from '../../harness/database.ts'
import { ADMIN, INTERNAL, testApi } from './support/api.ts'
import { sendRaw } from './support/raw-socket.ts'
import { recordedLog } from './support/recorded-log.ts'

const INFO = 30

const db = testDatabase()
let port: number
beforeAll(async () => {
  const app = await testApi(db.url)
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})

async function send(...lines: string[]): Promise<{ status: number; head: string; body: string }> {
  const [head = '', body = ''] = (await sendRaw(port, `${lines.join('\r\n')}\r\n\r\n`)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
}
const bearer = (token: string): string => `Authorization: Bearer ${token}`
const metrics = (...lines: string[]) => send('GET /metrics HTTP/1.1', 'Host: a', 'Connection: close', ...lines)

test.each([
  ['good, bad', [bearer(INTERNAL), bearer('not-a-token-of-anybody')]],
  ['bad, good', [bearer('not-a-token-of-anybody'), bearer(INTERNAL)]],
  ['good, good', [bearer(INTERNAL), bearer(INTERNAL)]],
  ['good in other letters', [bearer(INTERNAL), `AUTHORIZATION: Bearer ${ADMIN}`]],
  ['two beside X-Internal-Token', [bearer('x'), bearer('y'), `X-Internal-Token: ${INTERNAL}`]],
])('two Authorization headers are refused: %s', async (_name, lines) => {
  const { status, body } = await metrics(...lines)
  expect(status).toBe(400)
  expect(JSON.parse(body)).toMatchObject({ code: 'malformed_request' })
})

test('a repeated X-Internal-Token is 401, a single Authorization is accepted', async () => {
  expect((await metrics(`X-Internal-Token: ${INTERNAL}`, `X-Internal-Token: ${INTERNAL}`)).status).toBe(401)
  expect((await metrics(bearer(INTERNAL))).status).toBe(200)
})

test.each(['/health', '/nope', '/metrics', '/api/v1/weeks'])(
  '%s without Host has our shape and headers',
  async (path) => {
    const { status, head, body } = await send(`GET ${path} HTTP/1.1`)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ statusCode: 400, code: 'malformed_request', error: 'Bad Request' })
    for (const line of [
      'content-type: application/json; charset=utf-8',
      'x-content-type-options: nosniff',
      "content-security-policy: default-src 'none'",
      'cache-control: no-store',
      'x-request-id: ',
      'connection: close',
    ])
      expect(head).toContain(line)
  },
)

test.each(['/health', '/nope', '/metrics', '/api/v1/weeks'])('%s with two Host headers is malformed', async (path) => {
  for (const host of ['b', 'a']) {
    const { status, body } = await send(`GET ${path} HTTP/1.1`, 'Host: a', `host: ${host}`, 'Connection: close')
    expect([status, JSON.parse(body).code]).toEqual([400, 'malformed_request'])
  }
})

test('an expectation other than 100-continue is refused in our shape, and 100-continue is met', async () => {
  const { status, head, body } = await send('GET /health HTTP/1.1', 'Host: a', 'Expect: a-miracle')
  expect(status).toBe(417)
  expect(JSON.parse(body)).toMatchObject({ statusCode: 417, code: 'expectation_failed', fix: expect.any(String) })
  expect(head).toContain('x-content-type-options: nosniff')
  expect(head).toContain('connection: close')
  const met = await send('GET /health HTTP/1.1', 'Host: a', 'Expect: 100-continue', 'Connection: close')
  expect([100, 200]).toContain(met.status)
})

test('a caller who disconnects within a body is not a failure of the service', async () => {
  const { log, lines } = recordedLog()
  const app = await testApi(db.url, { log })
  const at = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const seen = Promise.withResolvers<void>()
  app.server.on('request', (request) => request.once('close', () => setImmediate(seen.resolve)))
  const socket = connect(at, '127.0.0.1')
  const head = [
    'POST /api/v1/signals/base-rates/compare HTTP/1.1',
    'Host: a',
    'Content-Type: application/json',
    'Content-Length: 500',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n{"conditions"`, () => socket.destroy())
  await seen.promise
  const metrics = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${INTERNAL}` } })
  expect(metrics.body).not.toMatch(/http_[a-z_]*\{[^}]*status="5/)
  expect(lines().filter(({ level }) => level > INFO)).toEqual([])
})

/** Sends requests in one packet, none of which waits for an answer, and returns how many were answered. */
async function sendAhead(count: number): Promise<number> {
  const app = await testApi(db.url)
  const at = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const socket = connect(at, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  socket.on('error', () => {})
  const ended = new Promise<void>((done) => socket.once('close', () => done()))
  const last = 'GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count - 1) + last)
  await ended
  return text.split('HTTP/1.1 200').length - 1
}

test('a few requests sent ahead are answered in order, and a connection that sends very many is cut', async () => {
  expect(await sendAhead(QUEUED_MAX)).toBe(QUEUED_MAX)
  expect(await sendAhead(1_000)).toBeLessThanOrEqual(QUEUED_MAX + 1)
})

test('the answer to bytes that are not HTTP has the same headers', async () => {
  const { status, head } = await send('hello')
  expect(status).toBe(400)
  expect(head).toContain('x-frame-options: deny')
  expect(head).toMatch(/x-request-id: [\w-]{8,}/)
})

test('HTTP/1.0 needs no Host', async () => expect((await send('GET /health HTTP/1.0')).status).toBe(200))
