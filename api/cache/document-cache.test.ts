import { expect, test } from 'vitest'
import { DocumentCache } from './document-cache.ts'

const load = (text: string) => async () => ({
  text,
  contentType: 'text/plain',
  traceparent: null,
  check: (unchecked: string) => unchecked,
})
const body = async (cache: DocumentCache, key: string, text: string) =>
  (await cache.get(key, ['signals'], load(text))).body.toString()

/** A load that waits until the test resolves it with a text. */
function gated() {
  const gate = Promise.withResolvers<string>()
  return { read: gate.resolve, load: async () => load(await gate.promise)() }
}

test('a document is served from memory until it is too old, then read again', async () => {
  let nowMs = 0
  const cache = new DocumentCache({ ageMs: 1_000, bytesMax: 1_000, nowMs: () => nowMs })
  expect(await body(cache, 'a', 'one')).toBe('one')
  nowMs = 999
  expect(await body(cache, 'a', 'two')).toBe('one')
  nowMs = 1_000
  expect(await body(cache, 'a', 'two')).toBe('two')
  expect(cache.stats).toMatchObject({ hits: 1, loads: 2 })
})

test('the contract is checked once per text, not once per read', async () => {
  const cache = new DocumentCache({ ageMs: 0, bytesMax: 1_000 })
  let checks = 0
  const counted = async () => ({
    text: 'same',
    contentType: 'text/plain',
    traceparent: null,
    check: (text: string) => `${text}${++checks}`,
  })
  for (let read = 0; read < 5; read++) expect((await cache.get('a', [], counted)).body.toString()).toBe('same1')
  expect(cache.stats.loads).toBe(5)
})

test('a read after an announcement does not get a load that began before it', async () => {
  const cache = new DocumentCache({ ageMs: 60_000, bytesMax: 1_000 })
  const before = gated()
  const after = gated()
  const early = cache.get('a', ['signals'], before.load)
  cache.invalidate('signals')
  const late = cache.get('a', ['signals'], after.load)
  after.read('new')
  expect((await late).body.toString()).toBe('new')
  before.read('old')
  expect((await early).body.toString()).toBe('old')
  expect(await body(cache, 'a', 'unread')).toBe('new')
})

test('an announcement of another topic changes nothing', async () => {
  const cache = new DocumentCache({ ageMs: 60_000, bytesMax: 1_000 })
  await body(cache, 'a', 'one')
  cache.invalidate('reports')
  expect(await body(cache, 'a', 'two')).toBe('one')
  cache.invalidate('all')
  expect(await body(cache, 'a', 'two')).toBe('two')
})

test('the least recently used document is evicted at the byte limit, and its URL finds nothing', async () => {
  let nowMs = 0
  const cache = new DocumentCache({ ageMs: 60_000, bytesMax: 250, nowMs: () => ++nowMs })
  for (const key of ['a', 'b']) await body(cache, key, key.repeat(100))
  for (const key of ['a', 'b']) cache.alias(`/${key}`, key)
  expect(cache.hot('/a')?.body.length).toBe(100)
  await body(cache, 'c', 'c'.repeat(100))
  expect(cache.bytes).toBe(200)
  expect(cache.hot('/b')).toBeNull()
  expect(cache.hot('/a')).not.toBeNull()
})

test('after a failed load the last document stays, and the next attempt waits', async () => {
  let nowMs = 0
  const cache = new DocumentCache({ ageMs: 1_000, bytesMax: 1_000, nowMs: () => nowMs })
  await body(cache, 'a', 'one')
  nowMs = 1_500
  const fail = async () => {
    throw new Error('away')
  }
  await expect(cache.get('a', [], fail)).rejects.toThrow('away')
  await expect(cache.get('a', [], load('two'))).rejects.toThrow('away')
  expect(cache.last('a')).toMatchObject({ ageMs: 1_500 })
  cache.invalidate('all')
  expect(await body(cache, 'a', 'three')).toBe('three')
  expect(cache.stats.loads).toBe(3)
})

test('keys that could not be read leave nothing in the cache', async () => {
  const cache = new DocumentCache({ ageMs: 1_000, bytesMax: 1_000 })
  const fail = async () => {
    throw new Error('away')
  }
  for (let key = 0; key < 10; key++) await expect(cache.get(String(key), [], fail)).rejects.toThrow('away')
  expect(cache.last('0')).toBeNull()
  expect(cache.bytes).toBe(0)
})
