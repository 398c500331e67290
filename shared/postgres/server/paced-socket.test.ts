import { expect, test } from 'vitest'
import { connectionPace } from './paced-socket.ts'

test('a pool opens its burst at once, then one connection after each pause, and its burst again a second later', () => {
  const pauseAt = connectionPace(3)
  expect([0, 1, 2].map(pauseAt)).toEqual([0, 0, 0])
  expect([3, 105, 210].map(pauseAt)).toEqual([100, 100, 100])
  expect(pauseAt(1_001)).toBe(100)
  expect([2_200, 2_201, 2_202, 2_203].map(pauseAt)).toEqual([0, 0, 0, 100])
})
