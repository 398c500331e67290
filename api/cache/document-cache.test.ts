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

test('simultaneous reads of a document share one load', async () => {
  const cache = new DocumentCache({ ageMs: 60_000, bytesMax: 1_000 })
  const slow = gated()
  const reads = [cache.get('a', [], slow.load), cache.get('a', [], load('unread'))]
  slow.read('one')
  expect((await Promise.all(reads)).map(({ body: bytes }) => bytes.toString())).toEqual(['one', 'one'])
  expect(cache.stats.loads).toBe(1)
})

test('an unchanged document that was read again is as fresh as a new one', async () => {
  let nowMs = 0
  const cache = new DocumentCache({ ageMs: 1_000, bytesMax: 1_000, nowMs: () => nowMs })
  const first = await cache.get('a', ['signals'], load('one'))
  cache.invalidate('signals')
  nowMs = 900
  expect(await cache.get('a', ['signals'], load('one'))).toBe(first)
  nowMs = 1_899
  expect(await body(cache, 'a', 'two')).toBe('one')
  expect(cache.last('a')?.ageMs).toBe(999)
})

test('a URL means a document only while there is one, and only a URL of ordinary length', async () => {
  let nowMs = 0
  const cache = new DocumentCache({ ageMs: 1_000, bytesMax: 1_000, nowMs: () => nowMs })
  cache.alias('/early', 'a')
  await body(cache, 'a', 'one')
  const [longest, tooLong] = ['/'.repeat(256), '/'.repeat(257)]
  for (const url of [longest, tooLong]) cache.alias(url, 'a')
  expect([cache.fresh('/early'), cache.fresh(tooLong)]).toEqual([null, null])
  expect(cache.fresh(longest)?.body.toString()).toBe('one')
  expect(cache.stats.hits).toBe(0)
  nowMs = 1_000
  expect([cache.fresh(longest), cache.hot(longest)]).toEqual([null, null])
  cache.forget('a')
  expect(cache.last('a')).toBeNull()
})

test('a failure is repeated for a second, or for the age of a document where that is less', async () => {
  for (const [ageMs, repeatedMs] of [
    [60_000, 1_000],
    [300, 300],
  ] as const) {
    let nowMs = 0
    const cache = new DocumentCache({ ageMs, bytesMax: 1_000, nowMs: () => nowMs })
    await body(cache, 'a', 'one')
    nowMs = ageMs
    const fail = async () => {
      throw new Error('away')
    }
    await expect(cache.get('a', [], fail)).rejects.toThrow('away')
    nowMs = ageMs + repeatedMs - 1
    await expect(cache.get('a', [], load('two'))).rejects.toThrow('away')
    nowMs = ageMs + repeatedMs
    expect((await cache.get('a', [], load('two'))).body.toString()).toBe('two')
  }
})

test('room for the compressed copies is reserved from the size on that is compressed', async () => {
  const cache = new DocumentCache({ ageMs: 60_000, bytesMax: 10_000 })
  await body(cache, 'small', 's'.repeat(1_023))
  expect(cache.bytes).toBe(1_023)
  await body(cache, 'large', 'l'.repeat(1_025))
  expect(cache.bytes).toBe(1_023 + 1_538)
  await body(cache, 'empty', '')
  expect(cache.bytes).toBe(1_023 + 1_538 + 1)
  expect(cache.stats.evictions).toBe(0)
  await body(cache, 'huge', 'h'.repeat(6_000))
  expect(cache.stats.evictions).toBe(2)
})

test('a document keeps the headers that were loaded with it', async () => {
  const cache = new DocumentCache({ ageMs: 60_000, bytesMax: 10_000 })
  const withHeaders = async () => ({ ...(await load('one')()), headers: { 'x-own': 'yes' } })
  expect((await cache.get('a', [], withHeaders)).full.join(' ')).toContain('x-own yes')
})
