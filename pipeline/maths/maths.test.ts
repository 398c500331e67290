import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { betaCdf } from './beta.ts'
import { normalCdf, normalPdf } from './normal.ts'
import { percentileRank } from './percentile-rank.ts'
import { piecewiseLinear } from './piecewise-linear.ts'
import { changes, mean, median, standardDeviation } from './statistics.ts'

describe('percentile rank', () => {
  it.each([
    [[1, 2, 3, 4], 4, 100],
    [[1, 2, 3, 4], 1, 25],
    [[2, 2, 2], 2, 100],
    [[1, 2, 2, 3], 2, 75],
  ])('%j: %d has rank %d', (values, value, rank) => expect(percentileRank(values, value)).toBe(rank))

  it('an empty window has no rank', () => expect(percentileRank([], 1)).toBeNull())
})

describe('statistics', () => {
  it('statistics of too few values are null', () => {
    expect([mean([]), median([]), standardDeviation([1])]).toEqual([null, null, null])
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), mean([1, 2])]).toEqual([2, 2.5, 1.5])
    expect(changes([1, 3, 2])).toEqual([2, -1])
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(2.138, 3)
  })
})

describe('piecewise-linear curve', () => {
  const curve = piecewiseLinear([
    [10, 1],
    [20, 0.4],
    [30, 0],
  ])

  it.each([
    [5, 1],
    [10, 1],
    [15, 0.7],
    [20, 0.4],
    [25, 0.2],
    [99, 0],
  ])('the curve at %d is %d', (input, output) => expect(curve(input)).toBeCloseTo(output, 12))

  it('anchors that do not ascend and an input of NaN are refused', () => {
    expect(() =>
      piecewiseLinear([
        [1, 0],
        [1, 1],
      ]),
    ).toThrow()
    expect(() => curve(Number.NaN)).toThrow()
  })
})

describe('normal distribution', () => {
  it.each([
    [0, 0.5],
    [1, 0.8413447460685429],
    [-1.959963984540054, 0.025],
    [6, 0.9999999990134123],
    [-10, 7.61985302416052e-24],
  ])('cdf(%d)', (x, value) => expect(normalCdf(x) / value).toBeCloseTo(1, 12))
  it('the cdf is 0 and 1 where a double ends', () => expect([normalCdf(-40), normalCdf(40)]).toEqual([0, 1]))

  it('the cdf is symmetric, and the density is its slope', () => {
    fc.assert(
      fc.property(fc.double({ min: -6, max: 6, noNaN: true }), (x) => {
        expect(normalCdf(x) + normalCdf(-x)).toBeCloseTo(1, 12)
        expect((normalCdf(x + 1e-5) - normalCdf(x - 1e-5)) / 2e-5).toBeCloseTo(normalPdf(x), 6)
      }),
    )
  })
})

describe('beta distribution', () => {
  const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k)

  it.each([
    [2, 3],
    [3, 5],
    [7, 2],
    [12, 12],
  ])('with whole parameters %i and %i is a sum of binomial chances, to twelve digits', (a, b) => {
    const n = a + b - 1
    for (const x of [0.01, 0.2, 0.5, 0.63, 0.99]) {
      let exact = 0
      for (let k = a; k <= n; k++) exact += choose(n, k) * x ** k * (1 - x) ** (n - k)
      expect(betaCdf(x, a, b)).toBeCloseTo(exact, 12)
    }
  })

  it('is nothing below its range and everything above it', () => {
    expect([-1, 0, 1, 2].map((x) => betaCdf(x, 2, 3))).toEqual([0, 0, 1, 1])
  })
})
