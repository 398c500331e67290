import { expect, test } from 'vitest'
import { positionAgo } from './price-table.ts'

test('closes are counted back over the sessions that a name lacks', () => {
  const close = Float64Array.of(10, Number.NaN, 11, Number.NaN, Number.NaN, 12)
  expect([0, 1, 2].map((closes) => positionAgo(close, 5, closes))).toEqual([5, 2, 0])
})
