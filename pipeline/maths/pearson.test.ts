import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pearson } from './pearson.ts'

it.each([
  ['rise together', [1, 2, 3], [2, 4, 6], 1],
  ['move apart', [1, 2, 3], [3, 2, 1], -1],
  ['do neither', [1, 2, 3], [1, 2, 1], 0],
  [
    "are Anscombe's first pairs",
    [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5],
    [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68],
    0.81642,
  ],
])('the correlation of values that %s', (_, left, right, r) => {
  expect(pearson(left, right)).toBeCloseTo(r, 5)
})

it.each([
  ['two pairs', [1, 2], [1, 3]],
  ['a side that does not move', [1, 2, 3], [7, 7, 7]],
  ['a side that moves by rounding errors alone', [0.1 + 0.2, 0.3, 0.3], [1, 2, 3]],
])('there is none of %s', (_, left, right) => {
  expect(pearson(left, right)).toBeNull()
  expect(pearson(right, left)).toBeNull()
})

it('lies between -1 and 1 and changes with neither unit nor level, only with the sign', () => {
  const value = fc.integer({ min: -50, max: 50 })
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { minLength: 3, maxLength: 20 }), (pairs) => {
      const [left, right] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)]
      const r = pearson(left, right)
      fc.pre(r !== null)
      expect(Math.abs(r!)).toBeLessThanOrEqual(1)
      expect(
        pearson(
          left.map((each) => 3 * each + 7),
          right.map((each) => 2 - each),
        ),
      ).toBeCloseTo(-r!, 9)
    }),
  )
})

it('sides of different lengths are refused', () => expect(() => pearson([1, 2, 3], [1, 2])).toThrow())
