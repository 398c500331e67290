import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wilson } from '../maths/wilson.ts'
import { drawdownsAfter, effectiveCount, expandingRate, returnsAfter, whether } from './outcomes.ts'

describe('outcomes', () => {
  it('measure a drawdown from a peak inside the window to a later close inside it', () => {
    const [first, second, ...unknown] = drawdownsAfter([100, 110, 99, 104.5], 2)
    expect(first).toBeCloseTo(0.1, 12)
    expect(second).toBeCloseTo(0.1, 12)
    expect(unknown).toEqual([Number.NaN, Number.NaN])
    expect([...drawdownsAfter([100, 101, 102], 2)]).toEqual([0, Number.NaN, Number.NaN])
  })

  it('leave out a session without a close: no window is longer for it, and none starts there', () => {
    const closes = [100, Number.NaN, 95, 90]
    expect([...drawdownsAfter(closes, 2)]).toEqual([expect.closeTo(0.05, 12), Number.NaN, Number.NaN, Number.NaN])
    expect([...returnsAfter(closes, 1)]).toEqual([Number.NaN, Number.NaN, expect.closeTo(-5 / 95, 12), Number.NaN])
  })

  it('are NaN until the horizon is over, and the last close decides', () => {
    expect([...returnsAfter([100, 105], 1)]).toEqual([expect.closeTo(0.05, 12), Number.NaN])
    expect([...whether(returnsAfter([100, 105, 90], 1), (change) => change > 0)]).toEqual([1, 0, Number.NaN])
  })

  it('have a rate of those that were over by each evening, unknown ones left out', () => {
    const came = Float64Array.of(1, 0, Number.NaN, 1, 1, 0)
    expect([...expandingRate(came, 2)]).toEqual([Number.NaN, Number.NaN, 1, 0.5, 0.5, 2 / 3])
    expect([...expandingRate(Float64Array.of(Number.NaN, 0), 1)]).toEqual([Number.NaN, Number.NaN])
  })

  it('are measured over at least one whole session', () => {
    expect(() => returnsAfter([1, 2], 0)).toThrow('a horizon is a number of sessions')
    expect(() => drawdownsAfter([1, 2], 1.5)).toThrow('a horizon is a number of sessions')
  })

  it('a later peak does not forget the fall from the one before', () => {
    expect(drawdownsAfter([100, 90, 200, 190], 3)[0]).toBeCloseTo(0.1, 12)
  })

  it('count neighbours once per horizon', () => {
    expect(effectiveCount([0, 1, 2, 19, 20, 45], 20)).toBe(3)
    expect(effectiveCount([], 20)).toBe(0)
  })

  it('count as many windows without overlap as fit', () => {
    const rows = fc.uniqueArray(fc.nat(400)).map((all) => all.sort((left, right) => left - right))
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 60 }), (positions, sessions) => {
        const count = effectiveCount(positions, sessions)
        expect(count).toBeLessThanOrEqual(Math.ceil(401 / sessions))
        expect(count > 0).toBe(positions.length > 0)
        expect(effectiveCount(positions, 1)).toBe(positions.length)
      }),
    )
  })
})

describe('interval of a rate', () => {
  it('agrees with published values', () => {
    // Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    const published = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const
    for (const [hits, n, low, high] of published) {
      expect(wilson(hits / n, n)!.low).toBeCloseTo(low, 4)
      expect(wilson(hits / n, n)!.high).toBeCloseTo(high, 4)
    }
    expect(wilson(0.5, 0)).toBeNull()
  })
})
