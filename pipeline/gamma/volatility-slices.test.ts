import { describe, expect, it } from 'vitest'
import type { OptionContract } from '../../shared/domain/market/option-chain.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { optionPrice } from '../maths/black-scholes.ts'
import { volatilitySlices } from './volatility-slices.ts'

const TODAY = tradingDay('2026-11-20')
const LATER = tradingDay('2026-12-18')
const SPOT = 500

/** A contract without a quote, of which only the vendor's volatility is known. */
const contract = (changes: Partial<OptionContract> = {}): OptionContract => ({
  expiration: LATER,
  strike: SPOT,
  right: 'call',
  bid: 0,
  ask: 0,
  iv: null,
  openInterest: 10,
  volume: 0,
  ...changes,
})
const slicesAt = (time: string, contracts: OptionContract[]) =>
  volatilitySlices({ underlying: 'SPY', spot: SPOT, quotedAt: instantAt(TODAY, time), contracts }, 0)

describe('the expirations of a chain', () => {
  const chain = [contract(), contract({ expiration: TODAY }), contract({ expiration: TODAY, right: 'put' })]

  it('stand with the nearest first, whatever the order of the chain', () => {
    const found = slicesAt('15:00', chain)
    expect(found.slices.map(({ expiration, minutes }) => [expiration, minutes])).toEqual([
      [TODAY, 60],
      [LATER, 28 * 24 * 60 + 60],
    ])
    expect(found.expired).toBe(0)
  })

  it('live until the minute before their close, and then their contracts are counted', () => {
    expect(slicesAt('15:59', chain)).toMatchObject({ expired: 0, slices: [{ minutes: 1 }, {}] })
    expect(slicesAt('16:00', chain)).toMatchObject({ expired: 2, slices: [{ expiration: LATER }] })
    expect(slicesAt('16:01', chain).expired).toBe(2)
  })

  it('of one day that settle in the morning and at the close are two', () => {
    const both = [contract({ settlement: 'pm' }), contract({ settlement: 'am' })]
    expect(slicesAt('15:00', both).slices.map(({ settlement }) => settlement)).toEqual(['am', 'pm'])
  })
})

describe('the volatility of a strike', () => {
  // No strike has a quote of both sides, so that the forward is the assumed one, below spot by the dividends.
  const { years, forward } = slicesAt('15:00', [contract()]).slices[0]!
  /** A quote with a mid at the price of a volatility. */
  const quoted = (right: 'call' | 'put', strike: number, volatility: number): OptionContract => {
    const mid = optionPrice({ right, spot: forward.price, strike, years, rate: 0, dividendYield: 0 }, volatility)
    return contract({ right, strike, bid: mid - 0.001, ask: mid + 0.001, iv: 0.99 })
  }
  const volatilityAt = (...contracts: OptionContract[]) => {
    const [slice] = slicesAt('15:00', contracts).slices
    const { volatility, from } = slice!.strikes[0]!
    return [volatility === null ? null : Math.round(1_000 * volatility) / 1_000, from]
  }

  it('is that of the call from the forward up and of the put below it', () => {
    expect(volatilityAt(quoted('call', 520, 0.2), contract({ right: 'put', strike: 520, iv: 0.3 }))).toEqual([
      0.2,
      'own',
    ])
    expect(volatilityAt(quoted('put', 480, 0.3), contract({ strike: 480, iv: 0.2 }))).toEqual([0.3, 'own'])
  })

  it('is that of the other side where the first has no quote, and the vendor’s where neither has', () => {
    expect(volatilityAt(contract({ strike: 510, iv: 0.4 }), quoted('put', 510, 0.25))).toEqual([0.25, 'own'])
    expect(volatilityAt(quoted('put', 510, 0.25))).toEqual([0.25, 'own'])
    expect(volatilityAt(contract({ strike: 510, iv: 0.4 }), contract({ strike: 510, right: 'put', iv: 0.5 }))).toEqual([
      0.4,
      'vendor',
    ])
    expect(volatilityAt(contract({ strike: 490, iv: 0.4 }), contract({ strike: 490, right: 'put', iv: 0.5 }))).toEqual([
      0.5,
      'vendor',
    ])
    expect(volatilityAt(contract({ strike: 490, iv: 0.4 }), contract({ strike: 490, right: 'put' }))).toEqual([
      0.4,
      'vendor',
    ])
    expect(volatilityAt(contract())).toEqual([null, null])
  })

  it('at the forward itself is the call’s', () => {
    const strike = forward.price
    const pair = [contract({ strike, iv: 0.4 }), contract({ strike, right: 'put', iv: 0.5 })]
    expect(volatilityAt(...pair)).toEqual([0.4, 'vendor'])
  })

  it('beyond 500 % is a broken quote', () => {
    expect(volatilityAt(quoted('call', 520, 4.9))).toEqual([4.9, 'own'])
    expect(volatilityAt(quoted('call', 520, 5.1))).toEqual([0.99, 'vendor'])
  })
})
