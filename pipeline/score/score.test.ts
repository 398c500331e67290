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
