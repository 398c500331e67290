import { expect, it } from 'vitest'
import { fisherInterval } from './fisher-interval.ts'

it.each([
  [0, 20, -0.44, 0.44],
  [0.5, 20, 0.07, 0.77],
  [-0.86, 20, -0.94, -0.67],
  [0.5, 103, 0.34, 0.63],
  [1, 20, 1, 1],
])('a correlation of %d over %i pairs lies between %d and %d', (correlation, n, low, high) => {
  const [least, most] = fisherInterval(correlation, n)
  expect(least).toBeCloseTo(low, 2)
  expect(most).toBeCloseTo(high, 2)
})
