import { expect, test } from 'vitest'
import { type LineChart, lineChart } from './line-chart.ts'

const chart = (ys: readonly (number | null)[], rest: Partial<LineChart> = {}): string =>
  lineChart({
    label: 'a <line>',
    points: ys.map((y, x) => ({ x, y })),
    from: 'first',
    to: 'last',
    format: (value) => value.toFixed(1),
    ...rest,
  })

test('a missing value is a gap', () => expect(chart([1, null, 3, 4]).match(/<polyline/g)).toHaveLength(2 * 2))

test('fewer than two values draw nothing', () => {
  expect(chart([])).toBe('')
  expect(chart([null, 3])).toBe('')
})

test('equal values have finite places', () => expect(chart([5, 5, 5])).not.toMatch(/NaN|Infinity/))

test('the axis reaches as far as the band and the level', () => {
  const markup = chart([1, 2], { bands: [{ low: -4, high: 1 }], level: 9 })
  expect(markup).toContain('>-4.0<')
  expect(markup).toContain('>9.0<')
})

test('labels of an axis that would read the same have more digits', () => {
  const markup = chart([25.61, 26.02, 26.5], { format: (value, finer) => value.toFixed(finer) })
  expect([...markup.matchAll(/y="[\d.]+">([\d.]+)</g)].slice(0, 3).map(([, label]) => label)).toEqual([
    '25.6',
    '26.1',
    '26.5',
  ])
})

test('the description is escaped', () => expect(chart([1, 2])).toContain('aria-label="a &#60;line&#62;"'))
