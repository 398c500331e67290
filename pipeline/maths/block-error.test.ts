import { describe, expect, it } from 'vitest'
import { seeded } from '../../shared/domain/seeded.ts'
import { blockError } from './block-error.ts'
import { mean } from './statistics.ts'

/** Values that keep a share of the value before. */
function related(n: number, kept: number, seed: number): number[] {
  const random = seeded(seed)
  let value = 0
  return Array.from({ length: n }, () => {
    value = kept * value + (random() + random() + random() + random() - 2)
    return value
  })
}

describe('the block error', () => {
  it('is the spread of means over repeated samples, related or not', () => {
    for (const kept of [0, 0.9]) {
      const samples = Array.from({ length: 200 }, (_, seed) => related(2_000, kept, seed + 1))
      const means = samples.map((values) => mean(values)!)
      const spread = Math.sqrt(mean(means.map((each) => (each - mean(means)!) ** 2))!)
      const stated = mean(samples.map((values) => blockError(values)!))!
      expect(stated / spread).toBeGreaterThan(0.85)
      expect(stated / spread).toBeLessThan(1.3)
    }
  })

  it('agrees with a bootstrap that draws blocks', () => {
    const values = related(600, 0.9, 5)
    const random = seeded(9)
    const means = Array.from({ length: 4_000 }, () => {
      let sum = 0
      for (let block = 0; block < 10; block++) {
        const start = Math.floor(random() * 600)
        for (let at = 0; at < 60; at++) sum += values[(start + at) % 600]!
      }
      return sum / 600
    })
    const drawn = Math.sqrt(mean(means.map((each) => (each - mean(means)!) ** 2))!)
    expect(blockError(values, [60])! / (drawn * Math.sqrt(10 / 9))).toBeCloseTo(1, 1)
  })

  it('is null where two of the longest blocks do not fit, and 0 for equal values', () => {
    expect(blockError(related(239, 0, 1))).toBeNull()
    expect(blockError(Array.from({ length: 240 }, () => 3))).toBe(0)
  })
})
