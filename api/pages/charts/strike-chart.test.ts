import { expect, test } from 'vitest'
import { largestStrikes } from './strike-chart.ts'

const strikes = [-9, 1, 8, -2, 5].map((exposure, at) => ({ strike: 100 + at, exposure }))

test.each([
  ['without walls', [null, null], [100, 102]],
  ['with a wall that is small', [102, 103], [102, 103]],
  ['with a wall that the profile does not hold', [102, 90], [100, 102]],
])('the largest strikes are drawn from the lowest to the highest, %s', (_, walls, drawn) => {
  expect(largestStrikes(strikes, 2, walls).map(({ strike }) => strike)).toEqual(drawn)
})
