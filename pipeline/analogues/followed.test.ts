import { expect, test } from 'vitest'
import { aftermath, followed } from './followed.ts'

const CLOSES = [100, 110, 99, 104, 94, 96]

test('what followed sessions: the median return in per cent, the share of rises, and the share of falls of a size', () => {
  const found = followed(aftermath(CLOSES, 2), [0, 1, 2, 3], 0.098)
  // 100 to 99, 110 to 104, 99 to 94, 104 to 96; from their peaks they fell by 10, 10, 9.6 and 9.6 %.
  expect(found.n).toBe(4)
  expect(found.median_return_pct).toBeCloseTo((100 * (104 / 110 - 1 + (94 / 99 - 1))) / 2, 4)
  expect(found.up.rate).toBe(0)
  expect(found.drawdown.rate).toBe(0.5)
  expect(found.effective_n).toBeLessThan(4)
})

test('a rise of any size counts as a rise, and no change does not', () => {
  const found = followed(aftermath([100, 100, 100.1, 100.1], 1), [0, 1, 2], 0.1)
  expect([found.n, found.up.rate]).toEqual([3, 0.33333333])
})

test('a session whose horizon has not passed does not count', () => {
  expect(followed(aftermath(CLOSES, 2), [3, 4, 5], 0.05).n).toBe(1)
  expect(followed(aftermath(CLOSES, 2), [5], 0.05)).toMatchObject({
    n: 0,
    median_return_pct: null,
    up: { rate: null, low: null, high: null },
  })
})
