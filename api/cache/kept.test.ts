import { expect, test } from 'vitest'
import { keptFor } from './kept.ts'

test('a value is there until its time is over', () => {
  let now = 0
  const kept = keptFor<string, string>({ keptMs: 10, max: 5, nowMs: () => now })
  kept.set('a', 'first')
  now = 9
  expect(kept.get('a')).toBe('first')
  now = 10
  expect(kept.get('a')).toBeUndefined()
})

test('of too many the oldest go, and whoever is set again is young', () => {
  const kept = keptFor<string, number>({ keptMs: 10, max: 2, nowMs: () => 0 })
  kept.set('a', 1)
  kept.set('b', 2)
  kept.set('a', 3)
  kept.set('c', 4)
  expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual([3, undefined, 4])
  kept.delete('a')
  expect(kept.get('a')).toBeUndefined()
})
