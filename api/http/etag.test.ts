import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { matchesEtag, staticBytes, strongEtag } from './etag.ts'

test('equal bytes have equal tags, other bytes have other tags', () => {
  expect(strongEtag(Buffer.from('a'))).toBe(strongEtag(Buffer.from('a')))
  // The SHA-256 of "a" begins with ca978112ca1bbdcafac231b39a23dc4d.
  expect(strongEtag(Buffer.from('a'))).toBe('"ypeBEsobvcr6wjGzmiPcTa"')
  expect(strongEtag(Buffer.from('a'))).not.toBe(strongEtag(Buffer.from('b')))
})

test.each([
  [undefined, false],
  ['', false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  [' * ', true],
  ['"ab"', false],
  ['a', false],
])('If-None-Match %s matches "a": %s', (header, expected) => expect(matchesEtag(header, '"a"')).toBe(expected))

test('an answer that never changes is sent whole or as 304, encoded where the client takes that', async () => {
  const serve = staticBytes(Buffer.from('a'.repeat(2_000)), 'text/css', 'public')
  const ask = async (headers: Record<string, string>) => {
    const answer: { status: number; headers: Record<string, string>; bytes: number } = {
      status: 200,
      headers: {},
      bytes: 0,
    }
    const reply = {
      headers: (more: object) => Object.assign(answer.headers, more) && reply,
      header: (name: string, value: string) => Object.assign(answer.headers, { [name]: value }) && reply,
      code: (status: number) => Object.assign(answer, { status }) && reply,
      send: (body?: Buffer) => Object.assign(answer, { bytes: body?.length ?? 0 }) && reply,
    }
    await serve({ headers } as FastifyRequest, reply as unknown as FastifyReply)
    return answer
  }
  const whole = await ask({})
  expect(whole).toMatchObject({
    status: 200,
    bytes: 2_000,
    headers: { 'content-type': 'text/css', 'cache-control': 'public', vary: 'Accept-Encoding' },
  })
  expect(whole.headers).not.toHaveProperty('content-encoding')
  const zipped = await ask({ 'accept-encoding': 'gzip' })
  expect(zipped).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } })
  expect(zipped.bytes).toBeLessThan(2_000)
  expect(zipped.headers.etag).not.toBe(whole.headers.etag)
  expect(await ask({ 'if-none-match': whole.headers.etag! })).toMatchObject({ status: 304, bytes: 0 })
  expect(await ask({ 'if-none-match': '"other"' })).toMatchObject({ status: 200 })
})
