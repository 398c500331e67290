import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../harness/property-tests.ts'
import { largestRemainder } from '../maths/largest-remainder.ts'
import { components } from '../signals/index.ts'
import { type ScoreInput, score } from './score.ts'

const all = (fraction: number | null, change: Record<string, Partial<ScoreInput>> = {}): ScoreInput[] =>
  components.map(({ key, max, pillar }) => ({
    key,
    max,
    isPillar: pillar !== undefined,
    pointsFraction: fraction,
    isUncertain: false,
    ...change[key],
  }))
const absent = { pointsFraction: null }

const anyInputs = fc
  .array(
    fc.record({
      pointsFraction: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null, freq: 4 }),
      isUncertain: fc.boolean(),
    }),
    { minLength: 13, maxLength: 13 },
  )
  .map((states) => all(0).map((input, index) => ({ ...input, ...states[index]! })))

describe('the health score by example', () => {
  it.each([
    [1, 100],
    [0, 0],
    [0.5, 50],
    [0.55, 55],
  ])('every component at %d scores %d', (fraction, expected) => {
    const result = score(all(fraction))
    expect(result.healthScore).toBe(expected)
    for (const { points, exact } of result.parts) expect(points).toBe(Math.round(exact))
  })

  it('a missing component is 0 of 0, and the rest is scaled up', () => {
    const result = score(all(0.5, { breadth: absent, aaii: absent, cot: absent }))
    expect(result.livePoints).toBe(82)
    expect(result.healthScore).toBe(50)
    expect(result.parts.find(({ key }) => key === 'breadth')).toEqual({
      key: 'breadth',
      points: 0,
      exact: 0,
      max: 0,
      contribution: 0,
    })
    expect([result.scoreLow, result.scoreHigh]).toEqual([Math.round(82 / 2), Math.round(82 / 2 + 18)])
  })

  it('an uncertain input counts and widens the bounds by its whole maximum', () => {
    const certain = score(all(0.5))
    const uncertain = score(all(0.5, { hy_oas: { isUncertain: true } }))
    expect(uncertain.healthScore).toBe(certain.healthScore)
    expect(uncertain.scoreHigh - uncertain.scoreLow).toBe(18)
  })

  it('below 60 live points or 3 live pillars there is no score, and the reason is stated', () => {
    const few = score(
      all(0.5, { breadth: absent, cot: absent, vix_term: absent, dix: absent, oil: absent, dollar: absent }),
    )
    expect(few).toMatchObject({ healthScore: null, livePoints: 55, reason: expect.stringContaining('55 of 100') })
    const pillars = score(all(0.5, { breadth: absent, gex: absent }))
    expect(pillars).toMatchObject({
      healthScore: null,
      livePoints: 79,
      reason: expect.stringContaining('2 of 4 pillars'),
    })
    expect(pillars.parts.every(({ contribution }) => contribution === 0)).toBe(true)
    expect(score(all(null))).toMatchObject({ healthScore: null, scoreLow: 0, scoreHigh: 100, livePoints: 0 })
    expect(score(all(0.5, { breadth: absent })).reason).toBeNull()
  })

  /** Components by their maximum and their fraction, of which the first ones are the pillars. */
  const made = (pillars: number, ...parts: [max: number, fraction: number | null][]): ScoreInput[] =>
    parts.map(([max, pointsFraction], at) => ({
      key: `c${at}`,
      max,
      isPillar: at < pillars,
      pointsFraction,
      isUncertain: false,
    }))

  it('sixty live points and three live pillars are just enough', () => {
    expect(score(made(3, [20, 1], [20, 1], [20, 1], [40, null]))).toMatchObject({ healthScore: 100, livePoints: 60 })
    expect(score(made(3, [20, 1], [20, 1], [19, 1], [41, null]))).toMatchObject({
      healthScore: null,
      reason: 'only 59 of 100 points have a reading, 60 are needed',
    })
    expect(score(made(3, [20, 1], [20, 1], [20, null], [40, 1]))).toMatchObject({
      healthScore: null,
      livePillars: 2,
      reason: 'only 2 of 4 pillars have a reading, 3 are needed',
    })
  })

  it('the score is the nearest whole of the exact points, which are not rounded before they are added', () => {
    // 10 x 0.54 five times is 27, though each alone shows as 5; the rest is 50 x 0.5.
    const tenths = Array.from({ length: 5 }, (): [number, number] => [10, 0.54])
    const { healthScore, parts } = score(made(4, [50, 0.5], ...tenths))
    expect([healthScore, parts[1]!.points]).toEqual([52, 5])
    expect(
      [0.514, 0.516].map((fraction) => score(made(3, [30, fraction], [30, fraction], [40, fraction])).healthScore),
    ).toEqual([51, 52])
  })

  it('the bounds are over all points, the missing and the uncertain at their worst and at their best', () => {
    const inputs = made(4, [30, 0.5], [30, 1], [20, 0.5], [20, null])
    inputs[2]!.isUncertain = true
    expect(score(inputs)).toMatchObject({ scoreLow: 45, scoreHigh: 85, livePoints: 80, healthScore: 69 })
  })

  it('components must share 100 points', () => {
    expect(() => score(all(0.5).slice(1))).toThrow()
    expect(() => score(all(0.5, { hy_oas: { pointsFraction: 1.01 } }))).toThrow('hy_oas')
    expect(() => score(all(0.5, { hy_oas: { pointsFraction: -0.01 } }))).toThrow('hy_oas')
  })
})

describe('the health score for any inputs', () => {
  it('contributions are whole and sum exactly to the score', () => {
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const { healthScore, reason, parts } = score(inputs)
        const sum = parts.reduce((total, part) => total + part.contribution, 0)
        expect(sum).toBe(healthScore ?? 0)
        expect(healthScore === null).toBe(reason !== null)
        for (const part of parts) {
          expect(Number.isInteger(part.contribution) && part.contribution >= 0).toBe(true)
          expect(part.points).toBeLessThanOrEqual(part.max)
          if (part.exact === 0) expect(part.contribution).toBe(0)
        }
      }),
      { numRuns: runs(1000) },
    )
  })

  it('the score lies between its bounds, within 0 to 100', () => {
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const { healthScore, scoreLow, scoreHigh } = score(inputs)
        expect(scoreLow).toBeGreaterThanOrEqual(0)
        expect(scoreHigh).toBeLessThanOrEqual(100)
        expect(scoreLow).toBeLessThanOrEqual(healthScore ?? scoreLow)
        expect(scoreHigh).toBeGreaterThanOrEqual(healthScore ?? scoreHigh)
      }),
      { numRuns: runs(1000) },
    )
  })

  it('the score is monotone in each component', () => {
    fc.assert(
      fc.property(anyInputs, fc.nat(12), fc.double({ min: 0, max: 1, noNaN: true }), (inputs, index, fraction) => {
        const at = inputs[index]!
        if (at.pointsFraction === null) return
        const better = inputs.map((each, i) =>
          i === index ? { ...each, pointsFraction: Math.max(fraction, at.pointsFraction!) } : each,
        )
        expect(score(better).healthScore ?? 0).toBeGreaterThanOrEqual(score(inputs).healthScore ?? 0)
      }),
      { numRuns: runs(1000) },
    )
  })
})

it('the largest remainder sums exactly, and the earlier of equal remainders wins', () => {
  expect(largestRemainder([1, 1, 1], 100)).toEqual([34, 33, 33])
  expect(largestRemainder([0, 0], 0)).toEqual([0, 0])
  expect(() => largestRemainder([0, 0], 5)).toThrow()
})
