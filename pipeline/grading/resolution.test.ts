import { describe, expect, test } from 'vitest'
import { seeded } from '../../shared/domain/seeded.ts'
import { mean, standardDeviation } from '../maths/statistics.ts'
import { decompose, type StatedChance } from './resolution.ts'

const PARTS = 3
const PERMUTATIONS = 200

function permuted(chances: readonly StatedChance[], random: () => number): StatedChance[] {
  const came = chances.map((chance) => chance.came)
  for (let at = came.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[came[at], came[other]] = [came[other]!, came[at]!]
  }
  return chances.map(({ stated }, at) => ({ stated, came: came[at]! }))
}

/** Resolution less its mean over permutations, in standard deviations of the permutations. */
function excess(chances: readonly StatedChance[], seed: number): number {
  const random = seeded(seed)
  const drawn = Array.from({ length: PERMUTATIONS }, () => decompose(permuted(chances, random), PARTS)!.resolution)
  return (decompose(chances, PARTS)!.resolution - mean(drawn)!) / standardDeviation(drawn)!
}

function statements(seed: number, chanceOf: (stated: number) => number): StatedChance[] {
  const random = seeded(seed)
  return Array.from({ length: 400 }, () => {
    const stated = 0.1 + 0.8 * random()
    return { stated, came: random() < chanceOf(stated) }
  })
}

describe('the parts of the Brier score', () => {
  test('by hand: two statements, each of which came true half of the time or always', () => {
    const chances = [
      { stated: 0.2, came: false },
      { stated: 0.2, came: true },
      { stated: 0.9, came: true },
      { stated: 0.9, came: true },
    ]
    const { reliability, resolution, uncertainty } = decompose(chances, 2)!
    expect(reliability).toBeCloseTo((0.3 ** 2 + 0.1 ** 2) / 2, 12)
    expect(resolution).toBeCloseTo(0.25 ** 2, 12)
    expect(uncertainty).toBeCloseTo(0.75 * 0.25, 12)
    const brier = mean(chances.map(({ stated, came }) => (stated - Number(came)) ** 2))!
    expect(reliability - resolution + uncertainty).toBeCloseTo(brier, 12)
  })

  test('a forecaster who states one chance has no resolution', () => {
    const chances = statements(1, () => 0.5).map(({ came }) => ({ stated: 0.3, came }))
    expect(decompose(chances, PARTS)!.resolution).toBeCloseTo(0, 12)
    expect(decompose([], PARTS)).toBeNull()
  })

  test.each([1, 2, 3, 4, 5])('permuted outcomes have no resolution beyond that of luck, seed %i', (seed) => {
    const chances = permuted(
      statements(seed, (stated) => stated),
      seeded(seed + 50),
    )
    expect(decompose(chances, PARTS)!.resolution).toBeGreaterThan(0)
    expect(Math.abs(excess(chances, seed))).toBeLessThan(2)
  })

  test('statements that come true as stated have resolution far beyond luck', () => {
    expect(
      excess(
        statements(3, (stated) => stated),
        1,
      ),
    ).toBeGreaterThan(10)
  })
})
