import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { DEFAULT_LIMITS } from '../../api/http/limits.ts'
import { handlerRoute } from '../../api/http/route.ts'
import { ROUTES } from '../../api/routes.ts'
import { testDatabase } from '../../harness/database.ts'
import { testApi } from './support/api.ts'

const post = handlerRoute({
  method: 'POST',
  path: '/test/body',
  class: 'public',
  tag: 'operations',
  summary: 'of the test',
  description: 'of the test',
  body: z.object({}),
  response: { status: 200, description: 'ok', contentType: 'application/json', schema: z.object({}), example: {} },
  handle: () => ({}),
})

const db = testDatabase()
let app: FastifyInstance
let port: number
beforeAll(async () => {
  app = await testApi(db.url, { routes: [...ROUTES, post], limits: { headersTimeoutMs: 400, requestTimeoutMs: 800 } })
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})

/** Sends the first text, then the second one byte at a time; resolves with the whole answer once the server hangs up. */
function drip(first: string, rest: string, everyMs = 50): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    let at = 0
    socket.write(first)
    const timer = setInterval(() => {
      if (at < rest.length && socket.writable) socket.write(rest.charAt(at++))
    }, everyMs)
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve(text)
    })
  })
}

const LONG = 'x'.repeat(10_000)

test('slow headers are ended with 408, and other clients are served meanwhile', async () => {
  const slow = Array.from({ length: 50 }, () => drip('GET /health HTTP/1.1\r\nHost: a\r\n', `X-Slow: ${LONG}`))
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
  for (const text of await Promise.all(slow)) {
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(text).toContain('"code":"request_timeout"')
  }
})

test('a slow body is ended with 408', async () => {
  const head = 'POST /test/body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n'
  const text = await drip(head, LONG)
  expect(text).toMatch(/^HTTP\/1\.1 408 /)
})

test.each([
  [
    'headers of 20 KB',
    `GET /health HTTP/1.1\r\nHost: a\r\nX-Long: ${'c4n4ry'.repeat(4_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['no HTTP at all', 'c4n4ry\r\n\r\n', 400, 'malformed_request'],
  [
    'two lengths',
    'POST /test/body HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'malformed_request',
  ],
])('the answer to %s has the shape of every error', async (_name, request, status, code) => {
  const text = await drip(request, '')
  const [head, body = ''] = text.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head?.toLowerCase()).toContain('content-type: application/json')
  expect(JSON.parse(body)).toMatchObject({ statusCode: status, code })
  expect(text).not.toContain('c4n4ry')
})

test('production has the documented limits', () => {
  expect(DEFAULT_LIMITS).toMatchObject({
    headersTimeoutMs: 5_000,
    requestTimeoutMs: 10_000,
    bodyBytes: 65_536,
    readDeadlineMs: 2_000,
  })
})
