import { describe, expect, test } from 'vitest'
import type { LiveChain, LiveContract } from '../../shared/domain/market/live-chain.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type OptionTerms, optionPrice } from '../maths/black-scholes.ts'
import { priceContracts } from './contract-greeks.ts'
import { rateFromFedFunds } from './interest-rate.ts'
import { expiresAt, minutesBetween, yearsOf } from './time-to-expiry.ts'

const QUOTED_AT = new Date('2026-11-20T15:31:00Z')
const EXPIRATION = tradingDay('2026-12-18')
const SPOT = 600
const VOLATILITY = 0.2
const DIVIDEND_YIELD = 0.012
const FED_FUNDS = { day: tradingDay('2026-11-19'), value: 4 }
const { rate } = rateFromFedFunds(FED_FUNDS)
const years = yearsOf(minutesBetween(QUOTED_AT, expiresAt(EXPIRATION, 'pm')))

const terms = (right: 'call' | 'put', strike: number): OptionTerms => ({
  right,
  strike,
  spot: SPOT,
  years,
  rate,
  dividendYield: DIVIDEND_YIELD,
})

/** Quoted a hundredth of a cent around its price, so that the quote determines its volatility. */
function contract(right: 'call' | 'put', strike: number, more: Partial<LiveContract> = {}): LiveContract {
  const price = optionPrice(terms(right, strike), VOLATILITY)
  return {
    contract: `SPY${right}${strike}`,
    expiration: EXPIRATION,
    strike,
    right,
    iv: null,
    greeks: null,
    bid: price - 0.0001,
    ask: price + 0.0001,
    bidSize: 1,
    askSize: 1,
    openInterest: null,
    volume: null,
    ...more,
  }
}
const STRIKES = [580, 590, 595, 600, 605, 610, 620]
const chain = (more: Partial<LiveContract> = {}): LiveChain => ({
  underlying: 'SPY',
  spot: SPOT,
  quotedAt: QUOTED_AT,
  source: 'schwab',
  delaySeconds: 0,
  expiration: EXPIRATION,
  contracts: STRIKES.flatMap((strike) => [contract('call', strike, more), contract('put', strike, more)]),
})

describe('a contract for which the vendor has no greeks', () => {
  test.each([
    ['call', 600],
    ['put', 600],
    ['call', 580],
    ['put', 620],
  ] as const)('a %s at %i has those of its own quote, in the units of vendors', (right, strike) => {
    const priced = priceContracts(chain(), FED_FUNDS)
    const found = priced.contracts.find((each) => each.right === right && each.strike === strike)!
    expect(found).toMatchObject({ ivSource: 'own', greeksSource: 'own' })
    expect(found.iv).toBeCloseTo(VOLATILITY, 4)
    const price = (change: Partial<OptionTerms>, volatility = VOLATILITY) =>
      optionPrice({ ...terms(right, strike), ...change }, volatility)
    const { delta, gamma, theta, vega, rho } = found.greeks!
    const up = price({ spot: SPOT + 0.5 })
    const down = price({ spot: SPOT - 0.5 })
    expect(delta).toBeCloseTo(up - down, 3)
    expect(gamma).toBeCloseTo((up - 2 * price({}) + down) / 0.25, 4)
    // A point of volatility or of the rate, and a day.
    expect(vega).toBeCloseTo(price({}, VOLATILITY + 0.005) - price({}, VOLATILITY - 0.005), 3)
    expect(theta).toBeCloseTo(price({ years: years - 0.5 / 365 }) - price({ years: years + 0.5 / 365 }), 3)
    expect(rho).toBeCloseTo(price({ rate: rate + 0.005 }) - price({ rate: rate - 0.005 }), 3)
  })

  test('keeps the volatility of the vendor where it gives one, and computes the greeks from it', () => {
    const [found] = priceContracts(chain({ iv: 0.3 }), FED_FUNDS).contracts
    expect(found).toMatchObject({ iv: 0.3, ivSource: 'vendor', greeksSource: 'own' })
    const at = (volatility: number) => optionPrice(terms('call', STRIKES[0]!), volatility)
    expect(found!.greeks!.vega).toBeCloseTo(at(0.305) - at(0.295), 3)
  })

  test('has none where neither it nor its strike is quoted', () => {
    const unquoted = { ...chain(), contracts: chain().contracts.map((each) => ({ ...each, bid: 0 })) }
    expect(priceContracts(unquoted, FED_FUNDS).contracts[0]).toMatchObject({
      iv: null,
      ivSource: null,
      greeks: null,
      greeksSource: null,
    })
  })

  test('does not take over the volatility that a vendor gives for the other side', () => {
    const contracts = [contract('call', 600, { bid: 0 }), contract('put', 600, { bid: 0, iv: 0.25 })]
    const [call, put] = priceContracts({ ...chain(), contracts }, FED_FUNDS).contracts
    expect(call).toMatchObject({ iv: null, greeks: null })
    expect(put).toMatchObject({ iv: 0.25, ivSource: 'vendor', greeksSource: 'own' })
  })
})

test('greeks of the vendor are kept, with the rate that was known', () => {
  const greeks = { delta: 0.5, gamma: 0.01, theta: -0.1, vega: 0.6, rho: 0.2 }
  const { contracts, rateSource } = priceContracts(chain({ iv: 0.2, greeks }), FED_FUNDS)
  expect(contracts[0]).toMatchObject({ greeks, ivSource: 'vendor', greeksSource: 'vendor' })
  expect(rateSource).toBe('dff of 2026-11-19')
  expect(priceContracts(chain(), null)).toMatchObject({ rate: 0, rateSource: 'none known, zero assumed' })
})
