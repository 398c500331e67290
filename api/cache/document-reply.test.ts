import fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendUnconfirmed } from './document-reply.ts'

async function replyOf(given: { ageMs: number | null; json?: boolean; traceparent?: string }) {
  const app = fastify()
  app.get('/', (_request, reply) =>
    sendUnconfirmed(reply, {
      body: Buffer.from('{"level":4}'),
      contentType: 'application/json',
      json: given.json ?? true,
      reason: 'the database is down',
      ageMs: given.ageMs,
      traceparent: given.traceparent ?? null,
    }),
  )
  return await app.inject('/')
}

test('an old document states its age in seconds, in its headers and in its members', async () => {
  const { headers, body } = await replyOf({ ageMs: 90_499 })
  expect(headers).toMatchObject({ 'x-stale': 'true', age: '90', 'cache-control': 'no-store' })
  expect(headers['x-reason']).toBe('the database is down')
  expect(headers).not.toHaveProperty('traceparent')
  expect(JSON.parse(body)).toEqual({
    stale: true,
    stale_age_seconds: 90,
    stale_reason: 'the database is down',
    level: 4,
  })
})

test('an age is rounded to the second and never negative, whatever the clock does', async () => {
  expect((await replyOf({ ageMs: 90_500 })).headers.age).toBe('91')
  expect((await replyOf({ ageMs: -2_000 })).headers.age).toBe('0')
})

test('an old text that is not JSON keeps its bytes', async () => {
  const { headers, body } = await replyOf({ ageMs: 1_000, json: false, traceparent: '00-a-b-01' })
  expect(headers).toMatchObject({ 'x-stale': 'true', age: '1', traceparent: '00-a-b-01' })
  expect(body).toBe('{"level":4}')
})

test('an empty document has no age', async () => {
  const { headers, body } = await replyOf({ ageMs: null })
  expect(headers['x-reason']).toBe('the database is down')
  expect(headers).not.toHaveProperty('x-stale')
  expect(headers).not.toHaveProperty('age')
  expect(body).toBe('{"level":4}')
})
