import { describe, expect, it } from 'vitest'
import { stressedMarket } from '../../harness/fixtures/state-history/state-history.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { mean, standardDeviation } from '../maths/statistics.ts'
import { composite, fitSpace, presence, refitOf, type Space, standardised, stressRank } from './fit.ts'

const REFIT = 600
const FOUR_DIMENSIONS = 0b1111

/** The axes of a fit where the last of four dimensions has no reading from one session to another. */
function axesWithGap(from: number, to: number): number {
  const market = stressedMarket({ sessions: 700 })
  market.columns[3]!.values.fill(Number.NaN, from, to)
  return fitSpace(market, REFIT, FOUR_DIMENSIONS, 0)!.axes.length
}

it('a dimension is fitted with readings on half of the sessions before the refit, and left out with one less', () => {
  expect([axesWithGap(300, REFIT), axesWithGap(299, REFIT)]).toEqual([4, 3])
})

it('a reading of the refit session itself does not count', () => {
  expect(axesWithGap(299, REFIT + 1)).toBe(axesWithGap(299, REFIT))
})

describe('a space', () => {
  const market = stressedMarket({ sessions: 700 })
  const spaceAt = (at: number, mask: number, embargo: number) => fitSpace(market, at, mask, embargo)

  it('needs a year of sessions whose outcome was known at the refit', () => {
    expect(spaceAt(272, FOUR_DIMENSIONS, 20)!.training).toEqual(Array.from({ length: 252 }, (_, row) => row))
    expect(spaceAt(271, FOUR_DIMENSIONS, 20)).toBeNull()
  })

  it('needs three dimensions, those of the mask', () => {
    const { axes } = spaceAt(REFIT, 0b1101, 0)!
    expect(axes.map(({ column }) => column)).toEqual([0, 2, 3].map((index) => market.columns[index]))
    expect(spaceAt(REFIT, 0b1100, 0)).toBeNull()
  })

  it('is learned from the sessions that have a reading of every dimension, of which a year is needed', () => {
    const spaceWithout = (until: number) => {
      const some = stressedMarket({ sessions: 700 })
      some.columns[1]!.values.fill(Number.NaN, 0, until)
      return fitSpace(some, REFIT, FOUR_DIMENSIONS, 0)
    }
    expect(spaceWithout(100)!.training[0]).toBe(100)
    const gaps = stressedMarket({ sessions: 700 })
    gaps.columns[0]!.values.fill(Number.NaN, 0, 200)
    gaps.columns[1]!.values.fill(Number.NaN, 452, REFIT)
    expect(fitSpace(gaps, REFIT, FOUR_DIMENSIONS, 0)!.training).toHaveLength(252)
    gaps.columns[1]!.values[451] = Number.NaN
    expect(fitSpace(gaps, REFIT, FOUR_DIMENSIONS, 0)).toBeNull()
  })

  it('measures an axis in deviations of its training, a level by its logarithm', () => {
    for (const { column, mean: centre, deviation } of spaceAt(REFIT, FOUR_DIMENSIONS, 0)!.axes) {
      const readings = [...column.values.subarray(0, REFIT)]
      const scaled = column.dimension.logarithmic ? readings.map(Math.log) : readings
      expect(centre).toBeCloseTo(mean(scaled)!, 12)
      expect(deviation).toBeCloseTo(standardDeviation(scaled)!, 12)
    }
  })
})

describe('a reading on an axis', () => {
  const [plain] = stressedMarket({ sessions: 1 }).columns.filter(({ dimension }) => dimension.key === 'breadth')
  const axis = (values: number[], deviation = 2): Space['axes'][number] => ({
    column: { ...plain!, values: Float64Array.from(values) },
    // A lower breadth is more stress.
    sorted: Float64Array.of(-50, -40, -40, -10),
    mean: 40,
    deviation,
  })
  const ranks = (values: number[]) => values.map((_value, row) => stressRank(axis(values), row))

  it('ranks among the training by its stress, where ties count half', () => {
    expect(ranks([60, 50, 45, 40, 20, 10, 5])).toEqual([0, 12.5, 25, 50, 75, 87.5, 100])
  })

  it('lies so many deviations from the mean, nowhere without a reading, and at none where nothing ever moved', () => {
    expect([44, 39].map((value) => standardised(axis([value]), 0))).toEqual([2, -0.5])
    expect(standardised(axis([Number.NaN]), 0)).toBeNaN()
    expect(standardised(axis([44], 0), 0)).toBe(0)
    expect(standardised(axis([Number.NaN], 0), 0)).toBeNaN()
  })

  it('counts as much as every other one in the composite', () => {
    const space = { at: 0, training: [], axes: [axis([60]), axis([40]), axis([5])] }
    expect(composite(space, 0)).toBe(50)
    expect(composite({ ...space, axes: [axis([50]), axis([20])] }, 0)).toBe(43.75)
  })
})

it('the mask of a session has a bit for each dimension that has a reading', () => {
  const market = stressedMarket({ sessions: 2 })
  for (const index of [0, 2]) market.columns[index]!.values[1] = Number.NaN
  const all = 2 ** market.columns.length - 1
  expect([presence(market, 0), presence(market, 1)]).toEqual([all, all - 0b101])
})

it('the model is refitted on the first session of each calendar year', () => {
  const days = ['2024-12-30', '2024-12-31', '2025-01-02', '2025-12-31', '2026-01-02', '2026-01-05'].map(tradingDay)
  expect([...refitOf({ ...stressedMarket({ sessions: 1 }), days })]).toEqual([0, 0, 2, 2, 4, 4])
})
