import { expect, test } from 'vitest'
import { createOutageLines } from './outage-lines.ts'

test('an outage is a line at its first failure and one a minute, each with the failures since the last one', () => {
  const lines = createOutageLines()
  const told = Array.from({ length: 125 }, (_, second) => lines.failed(second * 1_000))
  expect(told.flatMap((failures, second) => (failures === null ? [] : [[second, failures]]))).toEqual([
    [0, 1],
    [60, 60],
    [120, 60],
  ])
})

test('the end of an outage tells how long it lasted, and the next one begins with a line', () => {
  const lines = createOutageLines()
  expect(lines.restored(500)).toBeNull()
  lines.failed(1_000)
  lines.failed(2_000)
  expect(lines.restored(31_000)).toBe(30_000)
  expect(lines.restored(32_000)).toBeNull()
  expect(lines.failed(33_000)).toBe(1)
})
