import { expect, test } from 'vitest'
import { sharedReads } from './shared-reads.ts'

test('one read for all who ask within its time, another key and a later moment read anew', async () => {
  let now = 0
  const asked: string[] = []
  const read = sharedReads(
    async (key) => {
      asked.push(key)
      return `${key}${asked.length}`
    },
    { keptMs: 100, nowMs: () => now },
  )
  expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual(['a1', 'a1', 'b2'])
  now = 99
  expect(await read('a')).toBe('a1')
  now = 100
  expect(await read('a')).toBe('a3')
})

test('kept for no time, nobody shares; a failure is told once', async () => {
  let asked = 0
  const always = sharedReads(async () => ++asked, { keptMs: 0 })
  expect([await always(''), await always('')]).toEqual([1, 2])
  let failing = true
  const read = sharedReads(async () => (failing ? Promise.reject(new Error('away')) : 'there'), { keptMs: 1_000 })
  await expect(Promise.all([read(''), read('')])).rejects.toThrow('away')
  failing = false
  expect(await read('')).toBe('there')
})
