import { expect, test } from 'vitest'
import { coalesceReads } from './coalesce-reads.ts'

test('callers share one read while it is fresh; another key or a later call reads again', async () => {
  let now = 1_000
  const keys: string[] = []
  const read = coalesceReads(
    async (key) => {
      keys.push(key)
      return `${key}${keys.length}`
    },
    { sharedMs: 100, nowMs: () => now },
  )
  expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual(['a1', 'a1', 'b2'])
  now = 1_099
  expect(await read('a')).toBe('a1')
  now = 1_101
  expect(await read('a')).toBe('a3')
})

test('with no time to share every call reads, and a failure is reported once', async () => {
  let reads = 0
  const always = coalesceReads(async () => ++reads, { sharedMs: 0 })
  expect([await always(''), await always('')]).toEqual([1, 2])
  let failing = true
  const read = coalesceReads(async () => (failing ? Promise.reject(new Error('away')) : 'there'), { sharedMs: 1_000 })
  await expect(Promise.all([read(''), read('')])).rejects.toThrow('away')
  failing = false
  expect(await read('')).toBe('there')
})
