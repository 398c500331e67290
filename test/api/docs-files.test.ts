import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { testApi } from './support/api.ts'
import { sendRaw } from './support/raw-socket.ts'
import { recordedLog } from './support/recorded-log.ts'

const WARN = 40

const db = testDatabase()
const { log, lines } = recordedLog()
let app: FastifyInstance
let port: number
beforeAll(async () => {
  app = await testApi(db.url, { log })
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})

test('a file of the documentation page is served', async () => {
  expect((await app.inject('/docs/static/swagger-ui.css')).statusCode).toBe(200)
})

test.each([
  ['a NUL', '/docs/static/%00'],
  ['an empty segment', '/docs/static//x'],
  ['an encoded backslash', '/docs/static/a%5c..%5cb'],
  ['a parent folder', '/docs/static/../../package.json'],
  ['an encoded parent folder', '/docs/static/%2e%2e/%2e%2e/package.json'],
  ['a hidden file', '/docs/static/.env'],
  ['a name that no file system holds', `/docs/static/${'a'.repeat(5_000)}`],
  ['an unknown file', '/docs/static/unknown.js'],
])('%s below the documentation page is not found', async (_what, path) => {
  const before = lines().length
  const reply = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  const [head = '', body = ''] = reply.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 404 /)
  expect(JSON.parse(body)).toMatchObject({ statusCode: 404, code: 'not_found', fix: expect.any(String) })
  expect(
    lines()
      .slice(before)
      .filter(({ level }) => level >= WARN),
  ).toEqual([])
})

test.each([
  ['range', 'bytes=99999999-'],
  ['if-match', '"another"'],
  ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
])('a file of the documentation page is sent whole whatever %s asks', async (name, value) => {
  const before = lines().length
  const { statusCode, body } = await app.inject({ url: '/docs/static/swagger-ui.css', headers: { [name]: value } })
  expect([statusCode, body.startsWith('.swagger-ui')]).toEqual([200, true])
  expect(
    lines()
      .slice(before)
      .filter(({ level }) => level >= WARN),
  ).toEqual([])
})
