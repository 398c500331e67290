import { describe, expect, it } from 'vitest'
import { reliabilityOf, type Statement } from './reliability.ts'

const HORIZON = 20
const statements = (sessions: number, of: (at: number) => Omit<Statement, 'at'>): Statement[] =>
  Array.from({ length: sessions }, (_, at) => ({ at, ...of(at) }))
const constant = (sessions: number, stated: number, base: number, came = 0) =>
  reliabilityOf(
    statements(sessions, () => ({ stated, base, came })),
    HORIZON,
  )

describe('statements against the base rate', () => {
  it.each([
    ['nearer to what came are better', 0.2, 0.4, 'better', 0.04, 0.16, 0.75],
    ['further from it are worse', 0.4, 0.2, 'worse', 0.16, 0.04, -3],
    ['that equal it are the same', 0.3, 0.3, 'same', 0.09, 0.09, 0],
  ])('%s', (_, stated, base, verdict, brier, baseBrier, skill) => {
    const found = constant(480, stated, base)
    expect(found).toMatchObject({ verdict, n: 480, effectiveN: 24 })
    expect(found.brier).toBeCloseTo(brier, 12)
    expect(found.baseBrier).toBeCloseTo(baseBrier, 12)
    expect(found.skill).toBeCloseTo(skill, 12)
  })

  it('are near to what came where they are high, as to what did not where they are low', () => {
    const found = constant(480, 0.8, 0.6, 1)
    expect(found).toMatchObject({ verdict: 'better', skillError: expect.closeTo(0, 9) })
    expect([found.brier, found.baseBrier]).toEqual([expect.closeTo(0.04, 12), expect.closeTo(0.16, 12)])
    expect(constant(480, 0.6, 0.8, 1).verdict).toBe('worse')
    expect(constant(480, 0.3, 0.3).nNeeded).toBeNull()
  })

  it('are judged from the twenty-fourth outcome without overlap on', () => {
    expect(constant(461, 0.2, 0.4)).toMatchObject({ verdict: 'better', effectiveN: 24 })
    const few = { verdict: 'insufficient_data', effectiveN: 23, skill: null, skillError: null, nNeeded: null }
    expect(constant(460, 0.2, 0.4)).toMatchObject(few)
    expect(constant(460, 0.2, 0.4).brier).toBeCloseTo(0.04, 12)
  })

  it('are not judged against a rival that was never wrong, nor without any', () => {
    expect(constant(480, 0.2, 0)).toMatchObject({ verdict: 'insufficient_data', baseBrier: 0 })
    expect(reliabilityOf([], HORIZON)).toMatchObject({ verdict: 'insufficient_data', n: 0, brier: null, table: [] })
  })
})

describe('the thirds by what was stated', () => {
  const STATED = [0.25, 0.5, 0.75]
  /** Each third is spread evenly over the sessions, and came true in so many of each `of` of its statements. */
  const spread = (stated: readonly number[], hits: readonly number[], of: number) =>
    reliabilityOf(
      statements(480, (at) => ({
        stated: stated[at % 3]!,
        base: 0.5,
        came: Math.floor(at / 3) % of < hits[at % 3]! ? 1 : 0,
      })),
      HORIZON,
    ).table

  it('ascend, each with its own statements and outcomes, and hold where the two agree', () => {
    const table = spread(STATED.toReversed(), [12, 8, 4], 16)
    expect(table).toMatchObject([
      { from: 0.25, to: 0.25, n: 160, effectiveN: 8, holds: true },
      { from: 0.5, to: 0.5, n: 160, effectiveN: 8, holds: true },
      { from: 0.75, to: 0.75, n: 160, effectiveN: 8, holds: true },
    ])
    for (const [third, { stated, realised }] of table.entries())
      expect([stated, realised]).toEqual([expect.closeTo(STATED[third]!, 9), expect.closeTo(STATED[third]!, 9)])
  })

  it('do not hold where a steady miss is beyond two standard errors, though within ten points', () => {
    expect(spread(STATED, [3, 5, 8], 10)[0]).toMatchObject({ holds: false, stated: 0.25, realised: 0.3 })
  })

  it('do not hold beyond ten points, though within two standard errors', () => {
    const holds = (stated: number) =>
      reliabilityOf(
        // All that came did so in the first two fifths of the time, so that the error of its mean is large.
        statements(480, (at) => ({ stated: at % 3 === 0 ? stated : 0.9, base: 0.5, came: at < 192 ? 1 : 0 })),
        HORIZON,
      ).table[0]!
    expect(holds(0.49)).toMatchObject({ holds: true, realised: 0.4 })
    expect(holds(0.51)).toMatchObject({ holds: false, realised: 0.4 })
    expect(holds(0.51).error!).toBeGreaterThan(0.06)
  })

  it('of a number that three does not divide differ by one at most', () => {
    const { table } = constant(461, 0.2, 0.4)
    expect(table.map(({ n }) => n)).toEqual([154, 153, 154])
    expect(table.reduce((sum, { effectiveN }) => sum + effectiveN, 0)).toBeCloseTo(24, 9)
  })
})
