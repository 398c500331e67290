import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../harness/property-tests.ts'
import { type OptionTerms, optionGreeks, optionPrice } from './black-scholes.ts'
import { impliedVolatility } from './implied-volatility.ts'

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const terms: fc.Arbitrary<OptionTerms> = fc
  .record({
    right: fc.constantFrom('call', 'put'),
    spot: between(20, 6000),
    /** Deviations from the forward, so that strikes cover the listed range and more. */
    away: between(-6, 6),
    years: between(1 / (365 * 24 * 60), 5),
    rate: between(-0.01, 0.1),
    dividendYield: between(0, 0.08),
  })
  .map(({ away, ...rest }) => ({
    ...rest,
    strike: rest.spot * Math.exp(Math.max(-3, Math.min(3, away * 0.3 * Math.sqrt(rest.years)))),
  }))

const plain = { right: 'call', spot: 100, strike: 110, years: 0.25, rate: 0.03, dividendYield: 0.01 } as const

describe('implied volatility', () => {
  it('a price gives its volatility back within 1e-8, plus the rounding of the price to a double', () => {
    let solved = 0
    fc.assert(
      fc.property(terms, between(0.01, 4), (each, volatility) => {
        const { price, vega } = optionGreeks(each, volatility)
        // If the last digit of the price is worth more than 1e-8 of volatility, the price cannot be more precise.
        const rounding = (4 * Number.EPSILON * Math.max(price, each.spot, each.strike)) / vega
        fc.pre(rounding < 1e-9)
        const found = impliedVolatility(price, each)
        expect(found).not.toBeNull()
        expect(Math.abs(found! - volatility)).toBeLessThan(1e-8)
        solved++
      }),
      { numRuns: runs(20_000) },
    )
    expect(solved).toBeGreaterThan(runs(10_000, 100))
  })

  it('digits are kept far out of the money, where prices are near 1e-200', () => {
    for (const [volatility, strike] of [
      [0.05, 200],
      [0.1, 300],
      [0.03, 60],
    ] as const) {
      const each = { ...plain, right: strike > 100 ? 'call' : 'put', strike, rate: 0, dividendYield: 0 } as const
      const price = optionPrice(each, volatility)
      expect(price).toBeLessThan(1e-50)
      expect(impliedVolatility(price, each)! / volatility).toBeCloseTo(1, 9)
    }
  })

  it('volatilities from a hundredth of a percent to 2,000 % are found at the money', () => {
    const each = { ...plain, strike: 100, rate: 0, dividendYield: 0 }
    for (const volatility of [1e-4, 0.01, 0.2, 1, 5, 20]) {
      expect(impliedVolatility(optionPrice(each, volatility), each)! / volatility).toBeCloseTo(1, 8)
    }
  })

  it('the volatility is null on and outside the no-arbitrage bounds, and for an invalid price', () => {
    const { spot, years, rate, dividendYield } = plain
    const kept = spot * Math.exp(-dividendYield * years)
    const inside = { ...plain, strike: 90 }
    const intrinsic = kept - 90 * Math.exp(-rate * years)
    for (const [price, each] of [
      [0, plain],
      [-1, plain],
      [kept, plain],
      [kept + 1, plain],
      [intrinsic, inside],
      [intrinsic - 0.01, inside],
      [Number.NaN, plain],
      [Number.POSITIVE_INFINITY, plain],
      [5, { ...plain, years: 0 }],
      [5, { ...plain, years: -1 }],
    ] as const) {
      expect(impliedVolatility(price, each)).toBeNull()
    }
    expect(impliedVolatility(intrinsic + 0.01, inside)).toBeGreaterThan(0)
    expect(impliedVolatility(kept - 0.01, plain)).toBeGreaterThan(1)
  })

  it('the volatility rises with the price', () => {
    fc.assert(
      fc.property(terms, between(0.05, 2), between(0.01, 0.5), (each, volatility, more) => {
        const [low, high] = [optionGreeks(each, volatility), optionGreeks(each, volatility + more)]
        fc.pre(low.vega > 1e-6 * each.spot && high.vega > 1e-6 * each.spot)
        expect(impliedVolatility(high.price, each)!).toBeGreaterThan(impliedVolatility(low.price, each)!)
      }),
    )
  })
})
