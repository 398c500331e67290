import { describe, expect, test } from 'vitest'
import type { OptionContract } from '../../shared/domain/market/option-chain.ts'
import { DIVIDEND_YIELD_ASSUMED, forwardOf } from './forward.ts'
import type { StrikePair } from './strike-pair.ts'

const SPOT = 100
const contract = (mid: number): OptionContract => ({ bid: mid - 0.1, ask: mid + 0.1 }) as OptionContract
/** A call and a put of one strike that imply this forward at an interest rate of zero. */
const pair = (strike: number, forward: number): StrikePair => ({
  strike,
  call: contract(20 + forward - strike),
  put: contract(20),
})
const forward = (price: number, years: number, rate = 0) => forwardOf([pair(SPOT, price)], { spot: SPOT, years, rate })

describe('the forward of an expiration', () => {
  test('comes from parity, and grows the difference of call and put at the rate', () => {
    expect(forward(101, 0)).toEqual({ price: 101, from: 'parity' })
    const grown = forward(101, 1, 0.05)
    expect(grown.from).toBe('parity')
    expect(grown.price).toBeCloseTo(100 + Math.exp(0.05), 9)
  })

  test('may lie two percent from spot at once, and fifteen percent a year further', () => {
    expect(forward(101.99, 0).from).toBe('parity')
    expect(forward(102.01, 0).from).toBe('assumed_yield')
    expect(forward(98.01, 0).from).toBe('parity')
    expect(forward(97.99, 0).from).toBe('assumed_yield')
    expect(forward(116.99, 1).from).toBe('parity')
    expect(forward(117.01, 1).from).toBe('assumed_yield')
    expect(forward(103.49, 0.1).from).toBe('parity')
    expect(forward(103.51, 0.1).from).toBe('assumed_yield')
  })

  test('is assumed from the rate and the dividend where no strike has a call and a put', () => {
    const lone: StrikePair = { strike: SPOT, call: contract(5), put: null }
    expect(forwardOf([lone], { spot: SPOT, years: 0.5, rate: 0.04 })).toEqual({
      price: SPOT * Math.exp((0.04 - DIVIDEND_YIELD_ASSUMED) * 0.5),
      from: 'assumed_yield',
    })
  })

  test('is the median of the six strikes nearest to spot', () => {
    const near = [98, 99, 100, 101, 102, 103].map((strike, at) => pair(strike, 100 + at / 10))
    const far = [90, 91, 92, 108, 109, 110].map((strike) => pair(strike, 101.9))
    expect(forwardOf([...far, ...near], { spot: SPOT, years: 0, rate: 0 }).price).toBeCloseTo(100.25, 9)
  })
})
