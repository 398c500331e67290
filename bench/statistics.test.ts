import { describe, expect, test } from 'vitest'
import { compare, median, quantile, reached, spread } from './statistics.ts'

describe('quantiles', () => {
  test.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[7], 7],
    [[10, 9, 100], 10],
  ])('the median of %j is %d', (values, middle) => {
    expect(median(values)).toBe(middle)
  })

  test('a quantile between two values is interpolated', () => {
    const hundred = Array.from({ length: 101 }, (_, at) => at)
    expect(quantile(hundred, 0.95)).toBe(95)
    expect(quantile([0, 10], 0.95)).toBeCloseTo(9.5)
    expect([quantile([5, 1], 0), quantile([5, 1], 1)]).toEqual([1, 5])
  })

  test('the median of no values is NaN', () => {
    expect(median([])).toBeNaN()
  })

  test('a quantile leaves its input in order', () => {
    const values = [3, 1, 2]
    median(values)
    expect(values).toEqual([3, 1, 2])
    expect(spread(values)).toEqual([1, 3])
  })
})

describe('comparison with a ceiling', () => {
  test('the ratio is the reached share of the ceiling, whichever direction is better', () => {
    expect(reached({ ours: 90, ceiling: 100 }, 'higher')).toBe(0.9)
    expect(reached({ ours: 100, ceiling: 90 }, 'lower')).toBe(0.9)
  })

  test('ratios are taken round by round, so a slow stretch of the machine cancels out', () => {
    const pairs = [
      { ours: 90, ceiling: 100 },
      { ours: 9, ceiling: 10 },
      { ours: 180, ceiling: 200 },
    ]
    expect(compare(pairs, 'higher')).toEqual({ ours: 90, ceiling: 100, ratio: 0.9, spread: [0.9, 0.9] })
  })

  test('the ratio is the median of ratios, not the ratio of medians', () => {
    const pairs = [
      { ours: 1, ceiling: 10 },
      { ours: 5, ceiling: 5 },
      { ours: 8, ceiling: 4 },
    ]
    expect(compare(pairs, 'higher')).toMatchObject({ ours: 5, ceiling: 5, ratio: 1, spread: [0.1, 2] })
    expect(compare(pairs, 'lower')).toMatchObject({ ratio: 1, spread: [0.5, 10] })
  })
})
