import { expect, test } from 'vitest'
import { retryAfterSeconds } from './retry-after.ts'
import { systemClock } from './time/clock.ts'

test.each([
  ['120', 120],
  ['1', 1],
  ['0', null],
  ['-5', null],
  ['1.5 hours', null],
  ['soon', null],
  ['', null],
  [undefined, null],
  [null, null],
  [['120', '60'], null],
])('the header %j names %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header)).toBe(seconds)
})

test('a date is so many seconds away, and one that has passed names none', () => {
  const inSeconds = (seconds: number) => new Date(systemClock.now().getTime() + 1_000 * seconds).toUTCString()
  expect(retryAfterSeconds(inSeconds(600))).toBeGreaterThan(590)
  expect(retryAfterSeconds(inSeconds(600))).toBeLessThanOrEqual(600)
  expect(retryAfterSeconds(inSeconds(-600))).toBeNull()
})
