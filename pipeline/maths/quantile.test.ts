import { expect, it } from 'vitest'
import { quantile } from './quantile.ts'

it.each([
  [[5], 0.3, 5],
  [[1, 2, 3, 4, 5], 0, 1],
  [[1, 2, 3, 4, 5], 0.25, 2],
  [[1, 2, 3, 4, 5], 1, 5],
  [[10, 20], 0.75, 17.5],
  [[1, 2, 4, 8], 0.9, 6.8],
])('of %j the value at the share %d is %d', (sorted, share, value) => {
  expect(quantile(sorted, share)).toBeCloseTo(value, 12)
  expect(quantile(Float64Array.from(sorted), share)).toBeCloseTo(value, 12)
})

it('there is none without values', () => expect(quantile([], 0.5)).toBeNull())

it.each([-0.01, 1.01, Number.NaN])('the share %d is refused', (share) => expect(() => quantile([1], share)).toThrow())
