import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addSessions } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { eveningOf, knownThen } from './known-then.ts'
import type { SeriesPoint } from './market-inputs.ts'

const on = (at: number) => addSessions(tradingDay('2026-11-02'), at).day
const evening = (at: number) => instantAt(on(at), '20:00')
/** A value for one session, known in the evening of another. */
const point = (at: number, knownOn = at, value = at): SeriesPoint => ({
  day: on(at),
  value,
  knownAt: evening(knownOn),
  source: 'test',
})
const newestAt = (points: SeriesPoint[], evenings: number[]) => {
  const valuesAt = knownThen(points)
  return evenings.map((at) => {
    const known = valuesAt(eveningOf(on(at)))
    return known && known.points[known.index]!.value
  })
}

describe('a series as an evening knew it', () => {
  it('has each value from the evening it came', () =>
    expect(newestAt([point(0), point(1), point(2)], [0, 1, 2])).toEqual([0, 1, 2]))

  it('does not have a late value before it came', () =>
    expect(newestAt([point(0), point(1, 4), point(2), point(3)], [0, 1, 2, 3, 4])).toEqual([0, 0, 2, 3, 3]))

  it('has the value of before a revision until the revision came', () => {
    const revised = { ...point(1, 3, 50), earlier: [{ value: 1, knownAt: evening(1) }] }
    expect(newestAt([point(0), revised], [0, 1, 2, 3])).toEqual([0, 1, 1, 50])
  })

  it('has the first value of a series of which every value was revised', () => {
    const revised = { ...point(0, 2, 50), earlier: [{ value: 1, knownAt: evening(0) }] }
    expect(newestAt([revised], [0, 1, 2])).toEqual([1, 1, 50])
  })

  it('has nothing where the newest value is too old', () => expect(newestAt([point(0)], [0, 9])).toEqual([0, null]))

  it('is the same whether values came in order or were looked up one by one', () => {
    const delays = fc.array(fc.nat(4), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(delays, (late) => {
        const points = late.map((delay, at) => point(at, at + delay))
        const evenings = late.map((_, at) => at)
        const expected = evenings.map((at) => {
          const known = points.filter((each, index) => index <= at && each.knownAt <= evening(at)).at(-1)
          return known && known.day >= eveningOf(on(at)).oldest ? known.value : null
        })
        expect(newestAt(points, evenings)).toEqual(expected)
      }),
    )
  })
})
