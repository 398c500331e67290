import { describe, expect, test } from 'vitest'
import { bettableInNoise, FOLLOWED, foundWhenPlanted } from '../../harness/fixtures/planted-world.ts'
import { isLong } from '../../harness/run-environment.ts'

const WORLDS = 20
const LONG_MS = 7_200_000

const seeds = (first: number): number[] => Array.from({ length: WORLDS }, (_, at) => first + at)

describe.runIf(isLong)('whole worlds', () => {
  test('at most 5 % of archetypes in worlds of noise are ever BETTABLE', { timeout: LONG_MS }, () => {
    const worlds = seeds(1).map((seed) => bettableInNoise(seed))
    const all = worlds.reduce((sum, world) => sum + world.all, 0)
    expect(all).toBeGreaterThan(100)
    expect(worlds.reduce((sum, world) => sum + world.ever, 0) / all).toBeLessThanOrEqual(0.05)
  })

  test('a drift after every firing is found in at least 75 % of worlds', { timeout: LONG_MS }, () => {
    const worlds = seeds(101).map((seed) => foundWhenPlanted(seed))
    expect(worlds.every(({ followed }) => followed >= FOLLOWED)).toBe(true)
    expect(worlds.filter(({ found }) => found).length / WORLDS).toBeGreaterThanOrEqual(0.75)
  })
})
