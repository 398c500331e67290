import { describe, expect, it } from 'vitest'
import { seeded } from '../../shared/domain/seeded.ts'
import {
  countBelow,
  growingRatios,
  impliedDeviation,
  rateOf,
  scaledQuantile,
  scaledTable,
  shareFrom,
} from './scaled-table.ts'

const NONE = Number.NaN

it('a volatility index is one deviation of a year, and shrinks with the root of the time', () => {
  expect(impliedDeviation(16, 252)).toBeCloseTo(0.16, 12)
  expect(impliedDeviation(16, 63)).toBeCloseTo(0.08, 12)
  expect(impliedDeviation(0, 20)).toBe(0)
})

describe('the table of past moves', () => {
  // Over a year's sessions the deviation is the index itself.
  const table = scaledTable([0.3, 0.1, NONE, 0.2, 0.4], [10, 20, 10, NONE, 0], 252)

  it('holds the sessions that have a move and an index above nothing, ascending', () => {
    expect([...table.moves]).toEqual([0.1, 0.3])
    expect([...table.ratios]).toEqual([expect.closeTo(0.5, 12), expect.closeTo(3, 12)])
  })

  it('a move of a size is as frequent as the ratios that reach it at today’s deviation', () => {
    expect(rateOf(table, 0.05, 0.1)).toBe(1)
    expect(rateOf(table, 0.06, 0.1)).toBe(0.5)
    expect(rateOf(table, 0.31, 0.1)).toBe(0)
    expect(rateOf(table, 0.31, 0.2)).toBe(0.5)
  })

  it('the move that a share stayed below grows with today’s deviation', () => {
    expect(scaledQuantile(table, 0.5, 0.1)).toBeCloseTo(0.175, 12)
    expect(scaledQuantile(table, 0.5, 0.2)).toBeCloseTo(0.35, 12)
    expect(scaledQuantile({ ratios: new Float64Array() }, 0.5, 0.1)).toBeNull()
  })
})

it('values at a threshold reach it, and are not below it', () => {
  const sorted = Float64Array.of(1, 2, 2, 3)
  expect([0, 1, 2, 2.5, 3, 4].map((value) => shareFrom(sorted, value))).toEqual([1, 1, 0.75, 0.25, 0.25, 0])
  expect([0, 1, 2, 3, 4].map((value) => countBelow(sorted, value))).toEqual([0, 0, 1, 3, 4])
  expect([0, 1, 2, 3, 4].map((value) => countBelow(sorted, value, true))).toEqual([0, 1, 3, 4, 4])
})

it('a replay that grows by sessions has the ratios of each beginning, also after one that is shorter', () => {
  const random = seeded(5)
  const moves = Array.from({ length: 60 }, () => (random() < 0.2 ? NONE : random()))
  const index = moves.map(() => (random() < 0.2 ? NONE : 10 + 20 * random()))
  const growing = growingRatios(moves, index, 20)
  for (const until of [0, 1, 7, 7, 30, 60, 12, 45])
    expect([...growing(until)]).toEqual([...scaledTable(moves.slice(0, until), index, 20).ratios])
})
