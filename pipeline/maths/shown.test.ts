import { expect, it } from 'vitest'
import { decimalsApart, shown, shownDollars, shownOrNull, shownPercentile } from './shown.ts'

it.each([
  [0.37, [-0.05, 0.2], 2],
  [0.374, [-0.05, 0.372], 3],
  [0.3741, [-0.05, 0.3744], 4],
  [0.37, [-0.05, 0.37], 2],
  [0.37001, [-0.05, 0.37002], 4],
])('%s beside bounds of %j takes %i decimals', (value, bounds, decimals) => {
  expect(decimalsApart(value, bounds)).toBe(decimals)
})

it('figures have eight digits, dollars are whole, percentiles have a tenth, and null stays null', () => {
  expect([shown(15.193999999999999), shown(-1234567.891), shownOrNull(0.1 + 0.2)]).toEqual([15.194, -1234567.9, 0.3])
  expect([shownDollars(1234.5), shownDollars(123_456_789_123)]).toEqual([1235, 123_456_790_000])
  expect([shownPercentile(84.1269), shownPercentile(99.96)]).toEqual([84.1, 100])
  expect([shownOrNull(null), shownPercentile(null)]).toEqual([null, null])
})
