import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaUnderCurve, type Ranked } from './area-under-curve.ts'

const list = (scores: number[], came: boolean[]): Ranked[] => scores.map((score, at) => ({ score, came: came[at]! }))

describe('area under the curve', () => {
  it.each([
    ['perfect', [1, 2, 3, 4], [false, false, true, true], 1],
    ['wrong way', [4, 3, 2, 1], [false, false, true, true], 0],
    ['all tied', [1, 1, 1, 1], [false, true, false, true], 0.5],
    ['one pair of four wrong', [1, 3, 2, 4], [false, false, true, true], 0.75],
  ])('%s', (_, scores, came, area) => expect(areaUnderCurve(list(scores, came))?.area).toBe(area))

  it('is null without both kinds', () => {
    expect(areaUnderCurve(list([1, 2], [true, true]))).toBeNull()
    expect(areaUnderCurve([])).toBeNull()
  })

  it('is the share of ordered pairs', () => {
    const any = fc.array(fc.record({ score: fc.nat(5), came: fc.boolean() }), { maxLength: 30 })
    fc.assert(
      fc.property(any, (drawn) => {
        const pairs = drawn
          .filter(({ came }) => came)
          .flatMap((event) =>
            drawn
              .filter(({ came }) => !came)
              .map((calm) => (event.score > calm.score ? 1 : event.score === calm.score ? 0.5 : 0)),
          )
        const expected = pairs.length === 0 ? null : pairs.reduce<number>((sum, each) => sum + each, 0) / pairs.length
        const found = areaUnderCurve(drawn)
        if (expected === null) expect(found).toBeNull()
        else expect(found!.area).toBeCloseTo(expected, 10)
      }),
    )
  })
})
