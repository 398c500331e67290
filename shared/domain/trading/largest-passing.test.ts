import fc from 'fast-check'
import { expect, test } from 'vitest'
import { largestPassing } from './largest-passing.ts'

test('it finds the bound of every number up to the largest, within twenty questions for a million', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (most, bound) => {
      let asked = 0
      const found = largestPassing(most, (quantity) => ++asked > 0 && quantity <= bound)
      expect(found).toBe(Math.min(most, bound))
      expect(asked).toBeLessThanOrEqual(20)
    }),
  )
})

test('its answer passes even where a smaller number does not', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 50 }), (passing) => {
      const found = largestPassing(passing.length, (quantity) => passing[quantity - 1]!)
      expect(found === 0 || passing[found - 1]).toBe(true)
    }),
  )
})
