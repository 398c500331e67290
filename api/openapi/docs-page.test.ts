import { brotliDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { DEFAULT_RATES } from '../../shared/domain/rate-class.ts'
import { silentLog } from '../../shared/log.ts'
import { Entrance } from '../http/entrance.ts'
import { sendError } from '../http/error-replies.ts'
import { registerDocs } from './docs-page.ts'

async function pageWith(publicRate: number) {
  let made = 0
  const app = fastify()
  app.setErrorHandler((error, request, reply) => sendError(silentLog, error, request, reply))
  const document = () => {
    made++
    return { openapi: '3.1.0', info: { title: 'A long document', version: '1', description: 'word '.repeat(500) } }
  }
  const entrance = new Entrance({ ...DEFAULT_RATES, public: publicRate })
  await registerDocs(app, { log: silentLog, entrance, document })
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { get, timesMade: () => made }
}

test.each(['json', 'yaml'])(
  'the document is made as %s for its first reader, and is the same for the others',
  async (form) => {
    const { get, timesMade } = await pageWith(100)
    const plain = await get(`/docs/${form}`)
    const packed = await get(`/docs/${form}`, { 'accept-encoding': 'br' })
    expect(plain.body).toContain('A long document')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.headers['content-type']).toBe(plain.headers['content-type'])
    const tag = String(packed.headers.etag)
    const known = await get(`/docs/${form}`, { 'accept-encoding': 'br', 'if-none-match': tag })
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', tag])
    expect(timesMade()).toBe(1)
  },
)

test('the document as YAML is ours and its texts are in quotes', async () => {
  const { get } = await pageWith(100)
  const { body, headers } = await get('/docs/yaml')
  expect(body).toMatch(/^openapi: "3\.1\.0"\ninfo:\n {2}title: "A long document"\n/)
  expect(headers['content-type']).toMatch(/^application\/x-yaml/)
})

test('a file is the same for its second reader, whatever parameters or spelling it has', async () => {
  const { get } = await pageWith(100)
  const first = await get('/docs/static/swagger-ui.css')
  for (const url of [
    '/docs/static/swagger-ui.css?v=2',
    '/docs/static/%73wagger-ui.css',
    '/docs/static/swagger-ui.css',
  ]) {
    const again = await get(url)
    expect([again.statusCode, again.body === first.body, again.headers.etag]).toEqual([200, true, first.headers.etag])
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
  }
})

test('the files of the page count like public reads', async () => {
  const { get } = await pageWith(2)
  expect((await get('/docs/json')).headers.ratelimit).toBe('"public";r=1;t=60')
  expect((await get('/docs/static/swagger-ui.css')).statusCode).toBe(200)
  const refused = await get('/docs/json')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
})
