import fastify from 'fastify'
import { expect, test } from 'vitest'
import { JSON_DEPTH_MAX } from './limits.ts'
import { parseJsonBodies } from './server.ts'

const app = fastify()
app.setErrorHandler((error, _request, reply) => {
  const { details, code } = error as { details?: { code?: string; details?: { fields?: string[] } }; code?: string }
  return reply.code(400).send({ code: details?.code ?? code, fields: details?.details?.fields })
})
parseJsonBodies(app)
app.post('/', ({ body }) => ({ body }))

async function post(payload: string, type = 'application/json', more: Record<string, string> = {}) {
  const headers = { 'content-type': type, ...more }
  const answer = await app.inject({ method: 'POST', url: '/', payload, headers })
  return answer.json()
}
const nested = (depth: number, [open, close]: [string, string] = ['[', ']']): string =>
  open.repeat(depth) + close.repeat(depth)

test('a body may be 32 deep, in lists or in objects, and not 33', async () => {
  expect(JSON_DEPTH_MAX).toBe(32)
  expect(await post(nested(32))).toEqual({ body: JSON.parse(nested(32)) })
  expect(await post(nested(33))).toEqual({ code: 'body_too_deep' })
  const objects = (depth: number): string => '{"a":'.repeat(depth - 1) + nested(1, ['{', '}']) + '}'.repeat(depth - 1)
  expect(await post(objects(32))).toEqual({ body: JSON.parse(objects(32)) })
  expect(await post(objects(33))).toEqual({ code: 'body_too_deep' })
})

test('what was closed again adds nothing to the depth', async () => {
  const wide = `[${Array.from({ length: 50 }, () => '[{}]').join(',')}]`
  expect(await post(wide)).toEqual({ body: JSON.parse(wide) })
})

test('brackets inside a text are text, also after a quote or a backslash that is written with an escape', async () => {
  for (const text of [nested(40), `"${nested(40)}`, `\\${nested(40)}`, `\\"${nested(40)}`]) {
    const body = JSON.stringify({ text })
    expect(await post(body)).toEqual({ body: { text } })
  }
  const behind = `{"text":"\\\\","deep":${nested(32)}}`
  expect(await post(behind)).toEqual({ code: 'body_too_deep' })
})

test('an empty body counts as absent, whatever type is declared for it', async () => {
  const declared = { 'content-length': '0' }
  expect(await post('', 'application/json', declared)).toEqual({})
  expect(await post('', 'application/x-www-form-urlencoded', declared)).toEqual({})
  expect(await post(' ')).toEqual({ code: expect.any(String) })
})

test('nothing but JSON is read, and a prototype is refused', async () => {
  expect(await post('a=1', 'application/x-www-form-urlencoded')).toEqual({ code: 'unsupported_media_type' })
  expect((await post('{"__proto__":{"a":1}}')).body).toBeUndefined()
})

test('a compressed body is refused for its encoding, and one with the identity encoding is read', async () => {
  const encoded = (encoding: string) => post('{"a":1}', 'application/json', { 'content-encoding': encoding })
  expect(await encoded('gzip')).toEqual({ code: 'unsupported_media_type' })
  expect(await encoded('Identity')).toEqual({ body: { a: 1 } })
})

test('a member that is sent twice is refused, and named where its name is plain', async () => {
  const code = 'invalid_parameter'
  expect(await post('{"quantity":1,"quantity":500}')).toEqual({ code, fields: ['quantity'] })
  expect(await post('{"<b>":1,"<b>":2}')).toEqual({ code, fields: [] })
  expect(await post('{"a":{"b":1},"c":{"b":1}}')).toEqual({ body: { a: { b: 1 }, c: { b: 1 } } })
})
