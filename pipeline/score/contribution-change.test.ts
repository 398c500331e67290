import { expect, it } from 'vitest'
import { contributionChange } from './contribution-change.ts'

const of = (contribution: number, points_exact?: number) => ({
  contribution,
  ...(points_exact === undefined ? {} : { points_exact }),
})

it.each([
  ['its own points rose with it', of(7, 6.8), of(9, 8.9), 2],
  ['its own points fell with it', of(9, 8.9), of(7, 6.8), -2],
  ['its own points moved by half a point', of(7, 7), of(8, 7.5), 1],
  ['its own points moved by less, so that it is rounding', of(7, 7), of(8, 7.49), 0],
  ['its own points fell, so that it is rounding', of(7, 8), of(8, 7), 0],
  ['its own points stood, so that it is rounding', of(7, 7), of(8, 7), 0],
  ['it stood, whatever its points did', of(7, 6.6), of(7, 7.4), 0],
  ['exact points were not kept before', of(7), of(8, 7.1), 1],
  ['exact points are not kept now', of(8, 7.1), of(7), -1],
])('the change of a contribution is news of its component where %s', (_, then, now, change) => {
  expect(contributionChange(then, now)).toBe(change)
})
