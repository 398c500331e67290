import { describe, expect, test } from 'vitest'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { normalCdf } from '../maths/normal.ts'
import { YEAR_MINUTES } from './time-to-expiry.ts'
import type { Slice } from './volatility-slices.ts'
import { iv30, skew25, termStructure, wingVolatility } from './volatility-surface.ts'

const TODAY = tradingDay('2026-11-20')
const FORWARD = 100

/** An expiration so many days ahead, with a volatility for each strike from 60 to 140. */
function slice(days: number, volatility: (strike: number, years: number) => number): Slice {
  const minutes = days * 1_440
  const years = minutes / YEAR_MINUTES
  const strikes = Array.from({ length: 81 }, (_, at) => 60 + at).map((strike) => ({
    strike,
    call: null,
    put: null,
    volatility: volatility(strike, years),
    from: 'own' as const,
  }))
  const forward = { price: FORWARD } as Slice['forward']
  return { expiration: addDays(TODAY, days), settlement: 'pm', minutes, years, rate: 0, forward, strikes }
}

describe('30 days', () => {
  test('total variance is linear between the expirations around', () => {
    const { value, how } = iv30([slice(20, () => 0.2), slice(50, () => 0.3)])
    // 0.04 × 20 and 0.09 × 50 are 0.8 and 4.5; a third of the way is 2.0333, over 30 days.
    expect(value).toBeCloseTo(Math.sqrt((0.8 + 3.7 / 3) / 30), 10)
    expect(how).toBe('total variance, linear between 2026-12-10 and 2027-01-09')
  })

  test('an expiration of just 30 days is taken as it is; without one beyond there is a reason, without one before the line starts now', () => {
    expect(iv30([slice(30, () => 0.25)])).toMatchObject({ value: 0.25 })
    expect(iv30([slice(10, () => 0.2), slice(29, () => 0.2)])).toEqual({
      value: null,
      how: null,
      reason: 'no expiration lies 30 days ahead or more',
    })
    expect(iv30([slice(31, () => 0.2)])).toEqual({
      value: expect.closeTo(0.2, 12),
      how: 'total variance, linear between now and 2026-12-21',
      reason: null,
    })
  })
})

test('expirations without a usable quote are not said to be missing', () => {
  const unquoted = { ...slice(40, () => 0.2), strikes: [] }
  const reason = 'no expiration 30 days ahead or more has a known volatility'
  expect(iv30([slice(10, () => 0.2), unquoted])).toEqual({ value: null, how: null, reason })
  expect(skew25([unquoted]).reason).toBe(`25-delta put: ${reason}`)
})

describe('skew', () => {
  const sloped = (strike: number) => 0.2 + 0.002 * (FORWARD - strike)

  test('a wing is where the forward delta is a quarter', () => {
    const one = slice(30, sloped)
    for (const right of ['call', 'put'] as const) {
      const volatility = wingVolatility(one, right)!
      const strike = FORWARD - (volatility - 0.2) / 0.002
      const d1 = (Math.log(FORWARD / strike) + 0.5 * volatility ** 2 * one.years) / (volatility * Math.sqrt(one.years))
      expect(right === 'call' ? normalCdf(d1) : normalCdf(-d1)).toBeCloseTo(0.25, 2)
    }
  })

  test('it is above zero where puts are dearer, and zero on a flat surface', () => {
    expect(skew25([slice(30, sloped)]).value!).toBeGreaterThan(0.01)
    expect(skew25([slice(30, () => 0.2)]).value).toBeCloseTo(0, 12)
  })

  test('a chain without far strikes has no wing and names which', () => {
    const near = slice(30, () => 0.2)
    const strikes = near.strikes.filter(({ strike }) => Math.abs(strike - FORWARD) <= 1)
    expect(skew25([{ ...near, strikes }])).toMatchObject({
      value: null,
      reason: expect.stringMatching(/^25-delta put: /),
    })
  })
})

test('the term structure has a point for each expiration', () => {
  expect(termStructure([slice(10, () => 0.2), slice(40, () => 0.3)])).toMatchObject([
    { expiration: '2026-11-30', days: 10, atm_iv: 0.2, straddle: null, implied_move: null },
    { expiration: '2026-12-30', days: 40, atm_iv: 0.3 },
  ])
})
