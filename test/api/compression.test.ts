import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { COMPRESSED_FROM_BYTES } from '../../api/http/encodings.ts'
import { testDatabase } from '../../harness/database.ts'
import { publicGets, testApi } from './support/api.ts'
import { seed } from './support/seed.ts'

const LONG = '/api/v1/source-health'
const UNPACK = { gzip: gunzipSync, br: brotliDecompressSync } as const

const db = testDatabase()
let app: FastifyInstance
let port: number
beforeAll(async () => {
  await seed(db.sql)
  app = await testApi(db.url, { limits: { documentAgeMs: 600_000 } })
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})

interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** The bytes as they come over the wire; fetch would unpack them. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers as Record<string, string>,
          body: Buffer.concat(chunks),
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

test.each(['gzip', 'br'] as const)('every public answer in %s is, unpacked, the same bytes', async (encoding) => {
  let encoded = 0
  for (const path of [...publicGets(app), '/docs/', '/docs/static/swagger-ui-bundle.js']) {
    const answer = await ask(path, { 'accept-encoding': encoding })
    expect(answer.status, path).toBe(200)
    if (answer.headers['content-encoding'] === undefined) continue
    encoded++
    const plain = await ask(path)
    expect(answer.headers['content-encoding'], path).toBe(encoding)
    expect(UNPACK[encoding](answer.body).equals(plain.body), path).toBe(true)
    expect(plain.headers['content-encoding'], path).toBeUndefined()
    expect(plain.body.length, path).toBeGreaterThanOrEqual(COMPRESSED_FROM_BYTES)
    for (const { headers } of [plain, answer]) expect(headers.vary, path).toBe('Accept-Encoding')
    expect(Number(answer.headers['content-length']), path).toBe(answer.body.length)
    expect(answer.headers.etag, path).not.toBe(plain.headers.etag)
    expect(answer.headers.etag, path).toMatch(/^"[^"]+"$/)
  }
  expect(encoded).toBeGreaterThan(8)
})

test('a small answer is left alone', async () => {
  const answer = await ask('/api/v1/alerts/summary', { 'accept-encoding': 'br' })
  expect(answer.body.length).toBeLessThan(COMPRESSED_FROM_BYTES)
  expect(answer.headers['content-encoding']).toBeUndefined()
})

test.each([LONG, '/openapi.json', '/docs/static/swagger-ui-bundle.js'])(
  '%s is revalidated by the tag of its own encoding only',
  async (path) => {
    const packed = await ask(path, { 'accept-encoding': 'br' })
    const plain = await ask(path)
    const again = (tag: string, encoding: string) =>
      ask(path, { 'if-none-match': tag, 'accept-encoding': encoding }).then(({ status, headers, body }) => {
        expect(headers.vary).toBe('Accept-Encoding')
        return [status, headers.etag, body.length > 0]
      })
    expect(await again(packed.headers.etag!, 'br')).toEqual([304, packed.headers.etag, false])
    expect(await again(plain.headers.etag!, 'identity')).toEqual([304, plain.headers.etag, false])
    expect(await again(packed.headers.etag!, 'identity')).toEqual([200, plain.headers.etag, true])
    expect(await again(plain.headers.etag!, 'br')).toEqual([200, packed.headers.etag, true])
  },
)

test('HEAD has the headers of GET in the same encoding', async () => {
  const got = await ask(LONG, { 'accept-encoding': 'gzip' })
  const head = await ask(LONG, { 'accept-encoding': 'gzip' }, 'HEAD')
  expect(head.body).toHaveLength(0)
  for (const name of ['etag', 'content-length', 'content-encoding', 'vary'])
    expect(head.headers[name], name).toBe(got.headers[name])
})
