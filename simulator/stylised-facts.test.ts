import { describe, expect, test } from 'vitest'
import { stylisedFacts } from './stylised-facts.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

describe('stylised facts over ten years', () => {
  test.each(SEEDS)('seed %i gives a plausible equity market', (seed) => {
    const facts = stylisedFacts(seed, 10)
    expect(facts.excessKurtosis).toBeGreaterThan(3)
    expect(facts.absoluteAutocorrelation20).toBeGreaterThan(0.05)
    expect(facts.vixReturnCorrelation).toBeGreaterThan(-0.9)
    expect(facts.vixReturnCorrelation).toBeLessThan(-0.6)
    expect(facts.medianVix).toBeGreaterThanOrEqual(14)
    expect(facts.medianVix).toBeLessThanOrEqual(20)
    expect(facts.hyOasVixCorrelation).toBeGreaterThan(0.5)
  })
})
