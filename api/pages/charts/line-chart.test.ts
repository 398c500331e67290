import { describe, expect, test } from 'vitest'
import { drawn } from '../../../harness/drawing.ts'
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

test('the description names the ends and the bounds of the line', () =>
  expect(chart([null, 3, 1, 4, 2])).toContain('first 3.0, last 2.0, lowest 1.0, highest 4.0"'))

test('the description is escaped', () => expect(chart([1, 2])).toContain('aria-label="a &#60;line&#62;: first'))

describe.each(['wide', 'narrow'] as const)('what the %s drawing shows', (variant) => {
  const markup = chart([0, 50, 100, 25], { bands: [{ low: 25, high: 50 }], level: 50, mark: { x: 2, y: 100 } })
  const all = (kind: string) => drawn(markup, variant, kind)
  const axis = all('line').filter(({ class: name }) => name === 'axis')
  const [low, middle, high] = axis.map((line) => line.at('y1')) as [number, number, number]
  const [left, right] = [axis[0]!.at('x1'), axis[0]!.at('x2')]

  test('each value lies where the labels of the axis say', () => {
    const labels = all('text').slice(0, 3)
    expect(labels.map(({ text }) => text)).toEqual(['0.0', '50.0', '100.0'])
    for (const [at, label] of labels.entries()) expect(label.at('y') - axis[at]!.at('y1')).toBeCloseTo(4, 6)
    expect(high).toBeLessThan(middle)
    expect(all('polyline')[0]!.points.map(({ y }) => y)).toEqual([low, middle, high, (low + middle) / 2])
  })

  test('the points lie evenly between both ends, which have their names', () => {
    const xs = all('polyline')[0]!.points.map(({ x }) => x)
    expect([xs[0], xs[3]]).toEqual([left, right])
    expect(xs[1]! - left).toBeCloseTo((right - left) / 3, 0)
    const ends = all('text').slice(3)
    expect(ends.map((end) => [end.text, end.at('x')])).toEqual([
      ['first', left],
      ['last', right],
    ])
  })

  test('a level, a band and a mark stand at their values', () => {
    const level = all('line').find(({ class: name }) => name === 'tick')!
    expect([level.at('y1'), level.at('y2'), level.at('x1'), level.at('x2')]).toEqual([middle, middle, left, right])
    const [band] = all('rect')
    expect([band!.at('x'), band!.at('width')]).toEqual([left, right - left])
    expect(band!.at('y')).toBe(middle)
    expect(band!.at('y') + band!.at('height')).toBeCloseTo((low + middle) / 2, 6)
    const [mark] = all('circle')
    expect([mark!.at('cx'), mark!.at('cy')]).toEqual([all('polyline')[0]!.points[2]!.x, high])
  })
})
