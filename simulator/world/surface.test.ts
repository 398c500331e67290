import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../harness/property-tests.ts'
import { stripVariance, surfaceOf, totalVariance } from './surface.ts'

const level = (min: number, max: number) => fc.double({ min, max, noNaN: true })

/** Durrleman's function: a negative value means a negative density, which is an arbitrage. */
const density = (theta: number, rho: number, k: number): number => {
  // The step is in deviations, else it would be wider than the smile of a last hour.
  const h = 1e-3 * Math.sqrt(theta)
  const w = totalVariance(theta, rho, k)
  const up = totalVariance(theta, rho, k + h)
  const down = totalVariance(theta, rho, k - h)
  const first = (up - down) / (2 * h)
  const second = (up - 2 * w + down) / (h * h)
  return (1 - (k * first) / (2 * w)) ** 2 - (first * first * (1 / w + 0.25)) / 4 + second / 2
}

const Inputs = fc.record({
  spot: level(100, 1000),
  vix9d: level(8, 130),
  vix: level(8.6, 86),
  vix3m: level(9, 80),
  skew: level(112, 168),
  rate3m: level(0, 7),
  rate2y: level(0, 7),
})

test('no slice of a surface has a negative density, whatever the index levels', () => {
  fc.assert(
    fc.property(Inputs, level(0.002, 2.5), level(-8, 6), (inputs, years, deviations) => {
      const { theta, rho } = surfaceOf(inputs)
      const w = theta(years)
      expect(density(w, rho, deviations * Math.sqrt(w))).toBeGreaterThan(-1e-3)
    }),
    { numRuns: runs(1000) },
  )
})

test('total variance grows with time at every moneyness, however the levels disagree', () => {
  fc.assert(
    fc.property(Inputs, level(0.0005, 2.4), level(0.002, 0.5), level(-1, 0.8), (inputs, years, more, k) => {
      const { theta, rho } = surfaceOf(inputs)
      expect(totalVariance(theta(years + more), rho, k)).toBeGreaterThan(totalVariance(theta(years), rho, k))
    }),
  )
})

test('the thirty-day strip of a surface gives the VIX back', () => {
  fc.assert(
    fc.property(Inputs, (inputs) => {
      const { theta, rho } = surfaceOf(inputs)
      const variance = stripVariance(theta(30 / 365), rho) * (365 / 30)
      expect(100 * Math.sqrt(variance)).toBeCloseTo(inputs.vix, 1)
    }),
  )
})
