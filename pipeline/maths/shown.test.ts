import { expect, it } from 'vitest'
import { decimalsApart } from './shown.ts'

it.each([
  [0.37, [-0.05, 0.2], 2],
  [0.374, [-0.05, 0.372], 3],
  [0.3741, [-0.05, 0.3744], 4],
  [0.37, [-0.05, 0.37], 2],
  [0.37001, [-0.05, 0.37002], 4],
])('%s beside bounds of %j takes %i decimals', (value, bounds, decimals) => {
  expect(decimalsApart(value, bounds)).toBe(decimals)
})
