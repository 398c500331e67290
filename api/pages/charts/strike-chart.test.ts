import { describe, expect, test } from 'vitest'
import { drawn } from '../../../harness/drawing.ts'
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
  expect(strikeChart([], 100)).toBe('')
})

describe.each(['wide', 'narrow'] as const)('what the %s drawing shows', (variant) => {
  const markup = strikeChart(
    [
      { strike: 100, exposure: -200 },
      { strike: 101, exposure: 100 },
      { strike: 102, exposure: 0 },
    ],
    101.4,
  )
  const all = (kind: string) => drawn(markup, variant, kind)
  const [minus, zero, plus] = all('line').map((line) => line.at('x1')) as [number, number, number]

  test('bars grow from zero, to the left for a negative exposure, in proportion to the scale', () => {
    expect(all('line').map((line) => line.at('x2'))).toEqual([minus, zero, plus])
    const bars = all('rect').map((bar) => [bar.class, bar.at('x'), bar.at('width')])
    expect(bars).toEqual([
      ['plus', zero, 0],
      ['plus', zero, (plus - zero) / 2],
      ['minus', minus, zero - minus],
    ])
    expect(plus - zero).toBeCloseTo(zero - minus, 6)
  })

  test('the highest strike comes first, each next to its bar, and the one nearest to the price is marked', () => {
    const names = all('text').slice(3)
    expect(names.map(({ text, class: name }) => [text, name])).toEqual([
      ['102', 'm'],
      ['101 ◂', 'strong'],
      ['100', 'm'],
    ])
    expect(names.map((name) => name.at('y') - 9)).toEqual(all('rect').map((bar) => bar.at('y')))
  })

  test('the scale names both sides of zero, and no label reaches beyond the drawing', () => {
    const labels = all('text').slice(0, 3)
    expect(labels.map(({ text }) => text)).toEqual(['−$200', '0', '+$200'])
    expect(labels.map((label) => label.at('x')).slice(0, 2)).toEqual([minus, zero])
    expect(labels[2]!.at('x')).toBeLessThanOrEqual(plus)
  })
})
