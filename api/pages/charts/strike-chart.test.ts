import { expect, test } from 'vitest'
import { largestStrikes, roundBelow, strikeChart } from './strike-chart.ts'

const strikes = [-9, 1, 8, -2, 5].map((exposure, at) => ({ strike: 100 + at, exposure }))

test.each([
  ['without walls', [null, null], [100, 102]],
  ['with a wall that is small', [102, 103], [102, 103]],
  ['with a wall that the profile does not hold', [102, 90], [100, 102]],
])('the largest strikes are drawn from the lowest to the highest, %s', (_, walls, drawn) => {
  expect(largestStrikes(strikes, 2, walls).map(({ strike }) => strike)).toEqual(drawn)
})

test.each([
  [1, 1],
  [4.99, 2],
  [5, 5],
  [123_456_789, 100_000_000],
  [999, 500],
])('the round number below %d is %d', (value, round) => expect(roundBelow(value)).toBe(round))

test('bars have a scale in dollars on both sides of the middle', () => {
  const chart = strikeChart(
    [
      { strike: 100, exposure: -240_000_000 },
      { strike: 101, exposure: 30_000_000 },
    ],
    100,
  )
  for (const words of ['>−$200m<', '>0<', '>+$200m<']) expect(chart.split(words)).toHaveLength(2 + 1)
  expect(chart).toContain('the longest bar is 240m dollars per 1 % move')
  expect(strikeChart([{ strike: 100, exposure: 0 }], null)).not.toMatch(/NaN|Infinity/)
})
