import { expect, test } from 'vitest'
import { reconnectInMs } from './reconnect.ts'

test.each([
  [1, [1_000]],
  [3, [1_000, 1_005, 1_010]],
])('%i streams of a replica that stops are opened again at %j ms', (count, expected) => {
  expect(expected.map((_, at) => reconnectInMs(at, count))).toEqual(expected)
})

test('many streams are spread over half a minute, none later', () => {
  expect(reconnectInMs(1_999, 2_000)).toBe(10_995)
  expect(reconnectInMs(99_999, 100_000)).toBe(30_000)
})
