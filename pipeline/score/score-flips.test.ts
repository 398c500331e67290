import { describe, expect, test } from 'vitest'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import type { ReadyReading } from '../signals/component.ts'
import { flipsOf } from './score-flips.ts'

/** The newest value is 50, and a usual move is 1. */
const points = Array.from({ length: 101 }, (_, at) => ({
  day: addDays(tradingDay('2026-01-01'), at),
  value: 50 + (at % 2 === 0 ? 0 : 1),
}))
const reading = (fractionIf: (shift: number) => number): ReadyReading =>
  ({ value: 50, points, fractionIf }) as Partial<ReadyReading> as ReadyReading
/** All ten points below this shift, five above it. */
const fallsAt = (edge: number) => reading((shift) => (shift < edge ? 1 : 0.5))

describe('where the points of a component change', () => {
  test('the nearest value on each side is found, in its unit and in usual moves', () => {
    const { gains, loses } = flipsOf(
      reading((shift) => (shift < -1.23 ? 0.9 : shift < 2.5 ? 0.5 : 0.1)),
      10,
    )
    expect(gains).toMatchObject({ points: 9, value: expect.closeTo(48.77, 3), distance: expect.closeTo(-1.23, 3) })
    expect(loses).toMatchObject({ points: 1, value: expect.closeTo(52.5, 3), distance: expect.closeTo(2.5, 3) })
    expect(loses!.distance_moves).toBeCloseTo(2.5, 1)
  })

  test('a change within five usual moves counts, up or down, and one beyond them does not', () => {
    const move = flipsOf(fallsAt(1), 10).loses!
    const usual = move.distance / move.distance_moves
    for (const side of [1, -1]) {
      const at = (moves: number) =>
        flipsOf(
          reading((shift) => (side * shift < moves * usual ? 1 : 0.5)),
          10,
        ).loses
      expect(at(4.95)?.distance_moves).toBeCloseTo(side * 4.95, 2)
      expect(at(5.05)).toBeNull()
    }
  })

  test('points within a rounding do not count as a change, and a constant series has no moves', () => {
    expect(
      flipsOf(
        reading((shift) => (shift > 1 ? 0.54 : 0.5)),
        10,
      ),
    ).toEqual({ gains: null, loses: null })
    const still = { ...fallsAt(1), points: points.map((point) => ({ ...point, value: 50 })) }
    expect(flipsOf(still, 10)).toEqual({ gains: null, loses: null })
  })
})
