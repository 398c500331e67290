import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OptionTerms, optionGreeks, optionPrice } from './black-scholes.ts'

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const market = fc.record({
  spot: between(50, 900),
  strike: between(50, 900),
  years: between(0.02, 3),
  rate: between(-0.01, 0.1),
  dividendYield: between(0, 0.06),
})
const volatilities = between(0.06, 2)

describe('Black-Scholes-Merton', () => {
  it('42 against 40, half a year, 20 %, 10 % interest: 4.76 and 0.81, as in Hull', () => {
    const terms = { spot: 42, strike: 40, years: 0.5, rate: 0.1, dividendYield: 0 }
    expect(optionPrice({ ...terms, right: 'call' }, 0.2)).toBeCloseTo(4.759422, 6)
    expect(optionPrice({ ...terms, right: 'put' }, 0.2)).toBeCloseTo(0.808599, 6)
  })

  it('930 against 900, two months, 20 %, 8 % interest, 3 % yield: 51.83, as in Hull', () => {
    const terms = { right: 'call', spot: 930, strike: 900, years: 2 / 12, rate: 0.08, dividendYield: 0.03 } as const
    expect(optionPrice(terms, 0.2)).toBeCloseTo(51.83, 2)
  })

  it('put-call parity', () => {
    fc.assert(
      fc.property(market, volatilities, (each, volatility) => {
        const [call, put] = [
          optionPrice({ ...each, right: 'call' }, volatility),
          optionPrice({ ...each, right: 'put' }, volatility),
        ]
        const { spot, strike, years, rate, dividendYield } = each
        expect(call - put).toBeCloseTo(spot * Math.exp(-dividendYield * years) - strike * Math.exp(-rate * years), 8)
      }),
    )
  })

  it('each greek equals the numerical slope that it names', () => {
    const slope = (at: (step: number) => number, step: number) => (at(step) - at(-step)) / (2 * step)
    fc.assert(
      fc.property(market, volatilities, fc.constantFrom('call', 'put'), (each, volatility, right) => {
        const terms: OptionTerms = { ...each, right }
        const greeks = optionGreeks(terms, volatility)
        const spotStep = 1e-4 * each.spot * volatility * Math.sqrt(each.years)
        const yearStep = 1e-4 * each.years
        const near = (found: number, expected: number, scale: number) =>
          expect(Math.abs(found - expected)).toBeLessThan(1e-5 * (scale + Math.abs(expected)))
        near(
          slope((h) => optionPrice({ ...terms, spot: each.spot + h }, volatility), spotStep),
          greeks.delta,
          1,
        )
        near(
          slope((h) => optionGreeks({ ...terms, spot: each.spot + h }, volatility).delta, spotStep),
          greeks.gamma,
          1,
        )
        near(
          slope((h) => optionPrice(terms, volatility + h), 1e-5),
          greeks.vega,
          each.spot,
        )
        near(
          slope((h) => optionGreeks(terms, volatility + h).delta, 1e-5),
          greeks.vanna,
          10,
        )
        near(
          -slope((h) => optionPrice({ ...terms, years: each.years + h }, volatility), yearStep),
          greeks.theta,
          each.spot,
        )
        near(
          -slope((h) => optionGreeks({ ...terms, years: each.years + h }, volatility).delta, yearStep),
          greeks.charm,
          10,
        )
      }),
    )
  })

  it('an option without volatility or time is worth its lower bound', () => {
    const terms = { right: 'put', spot: 90, strike: 100, years: 0.5, rate: 0.04, dividendYield: 0.01 } as const
    expect(optionGreeks(terms, 0).price).toBeCloseTo(100 * Math.exp(-0.02) - 90 * Math.exp(-0.005), 12)
    expect(optionGreeks({ ...terms, years: 0 }, 0.2)).toMatchObject({ price: 10, delta: -1, gamma: 0 })
    expect(optionGreeks({ ...terms, spot: 120, years: 0 }, 0.2)).toEqual({
      price: 0,
      delta: 0,
      gamma: 0,
      vega: 0,
      theta: 0,
      vanna: 0,
      charm: 0,
    })
  })
})
