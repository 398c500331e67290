import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { EncodedBytes } from './encoded-bytes.ts'
import { COMPRESSED_FROM_BYTES, compress } from './encodings.ts'

const LONG = Buffer.from('the state of the market '.repeat(100))

test('each encoding is compressed once, however many readers wait for it', async () => {
  const compressed: string[] = []
  const bytes = new EncodedBytes(LONG, '"tag"', (body, encoding) => {
    compressed.push(encoding)
    return compress(body, encoding)
  })
  const read = (accepted: string) => bytes.bodyOf(bytes.versionFor(accepted))
  const bodies = await Promise.all(['br', 'br', 'gzip', 'br', 'gzip'].map(read))
  bodies.push(await read('br'))
  expect(compressed.sort()).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(bodies[0]!)).toEqual(LONG)
  expect(gunzipSync(bodies[2]!)).toEqual(LONG)
  expect(bodies.at(-1)).toBe(bodies[0])
})

test('each encoding has a tag of its own, known before the bytes are compressed', () => {
  const bytes = new EncodedBytes(LONG, '"tag"')
  expect(['', 'gzip', 'br'].map((accepted) => bytes.versionFor(accepted).etag)).toEqual([
    '"tag"',
    '"tag-gzip"',
    '"tag-br"',
  ])
})

test('small bytes are never compressed', () => {
  const small = new EncodedBytes(LONG.subarray(0, COMPRESSED_FROM_BYTES - 1), '"tag"')
  expect(small.versionFor('br')).toBe(small.plain)
  expect(new EncodedBytes(LONG.subarray(0, COMPRESSED_FROM_BYTES), '"tag"').versionFor('br').encoding).toBe('br')
})
