import { describe, expect, it } from 'vitest'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { ChainAnalysis, GammaDocument } from '../../shared/domain/contract/gamma.ts'
import { GammaLevels } from '../../shared/domain/contract/signals.ts'
import type { OptionChain, OptionContract } from '../../shared/domain/market/option-chain.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { optionPrice } from '../maths/black-scholes.ts'
import { analyseChain } from './analyse-chain.ts'
import { gammaDocument } from './gamma-document.ts'
import { gammaLevels } from './gamma-levels.ts'
import { rateFromFedFunds } from './interest-rate.ts'
import { sessionsPassed } from './session-time.ts'

const today = tradingDay('2026-11-20')
const quotedAt = instantAt(today, '09:45')
const DECEMBER = tradingDay('2026-12-18')
const DECEMBER_YEARS = (28 * 24 + 6.25) / (365 * 24)
const NO_RATE = { rate: 0, source: 'given' }

/** A contract without a bid, so that the vendor's volatility is used and exposures can be computed by hand. */
const contract = (
  right: 'call' | 'put',
  strike: number,
  openInterest: number,
  more: Partial<OptionContract> = {},
): OptionContract => ({
  expiration: DECEMBER,
  strike,
  right,
  bid: 0,
  ask: 0.01,
  iv: 0.15,
  openInterest,
  volume: 10,
  ...more,
})
const chain = (contracts: OptionContract[], more: Partial<OptionChain> = {}): OptionChain => ({
  underlying: 'SPY',
  spot: 500,
  quotedAt,
  contracts,
  ...more,
})
const analyse = (contracts: OptionContract[], more: Partial<OptionChain> = {}, rate = NO_RATE) =>
  analyseChain(chain(contracts, more), rate)

/** Both sides of a strike, a penny around the price of a volatility; the forward grows by rate - yield. */
const quoted = (
  strike: number,
  volatility: number,
  openInterest: [number, number],
  carry = { rate: 0.04, dividendYield: 0.012 },
) =>
  (['call', 'put'] as const).map((right, side) => {
    const price = optionPrice({ right, spot: 500, strike, years: DECEMBER_YEARS, ...carry }, volatility)
    return contract(right, strike, openInterest[side]!, { bid: price - 0.005, ask: price + 0.005, iv: null })
  })

describe('net gamma', () => {
  it('one at-the-money call by hand is phi(d1) / (S sigma sqrt T) x OI x 100 x S^2 x 0.01', () => {
    const years = DECEMBER_YEARS
    const d1 = (-0.0125 * years) / (0.15 * Math.sqrt(years)) + 0.5 * 0.15 * Math.sqrt(years)
    const density = Math.exp(-0.5 * d1 * d1) / Math.sqrt(2 * Math.PI)
    const perShare = (Math.exp(-0.0125 * years) * density) / (500 * 0.15 * Math.sqrt(years))
    const { net_gamma_usd_per_pct, by_expiration } = analyse([contract('call', 500, 1000)])
    expect(by_expiration).toMatchObject([{ forward_from: 'assumed_yield' }])
    expect(net_gamma_usd_per_pct).toBe(Math.round(perShare * 1000 * 100 * 500 * 500 * 0.01))
  })

  it('a put of the same strike and interest cancels a call', () => {
    const both = analyse([contract('call', 500, 1000), contract('put', 500, 1000)])
    expect(both).toMatchObject({ net_gamma_usd_per_pct: 0, call_wall: null, put_wall: null })
  })

  it('unused contracts are counted by reason', () => {
    const { contracts } = analyse([
      contract('call', 500, 10),
      contract('call', 510, 10, { iv: null }),
      contract('call', 520, 0),
      contract('call', 500, 10, { expiration: tradingDay('2026-11-19') }),
    ])
    expect(contracts).toMatchObject({ listed: 4, used: 1, own_volatility: 0, vendor_volatility: 1 })
    expect(contracts.skipped.map(({ count }) => count)).toEqual([1, 1, 1])
  })

  it('the exposure of an expiring contract stays finite in its last hour', () => {
    const expiring = [contract('call', 500, 10, { expiration: today })]
    const at = (time: string) => analyse(expiring, { quotedAt: instantAt(today, time) }).net_gamma_usd_per_pct
    expect(at('15:50')! / at('15:00')!).toBeCloseTo(1, 3)
    expect(at('15:51')).toBeNull()
  })
})

describe('own volatilities', () => {
  const carry = { rate: 0.04, source: 'given' }
  const strikes = [470, 480, 490, 500, 510, 520, 530]
  const contracts = strikes.flatMap((strike) => quoted(strike, 0.2 - (strike - 500) / 1000, [100, 100]))

  it('volatilities come from the quotes and the parity forward, not from the vendor', () => {
    const { by_expiration, contracts: counts } = analyse(contracts, {}, carry)
    const [december] = by_expiration
    expect(december!.forward).toBeCloseTo(500 * Math.exp((0.04 - 0.012) * DECEMBER_YEARS), 4)
    expect(december).toMatchObject({ forward_from: 'parity', minutes_left: 28 * 1440 + 375 })
    expect(december!.atm_iv).toBeCloseTo(0.2 - (december!.forward - 500) / 1000, 4)
    expect(counts).toMatchObject({ used: 14, own_volatility: 14, vendor_volatility: 0 })
  })

  it('the profile at spot equals the net gamma', () => {
    const lopsided = strikes.flatMap((strike) => quoted(strike, 0.2, [100, 30]))
    const { profile, net_gamma_usd_per_pct } = analyse(lopsided, {}, carry)
    expect(profile.find(({ spot }) => spot === 500)!.exposure).toBe(net_gamma_usd_per_pct)
  })

  it('the expected move has a straddle and, without an expiry tomorrow, a part of the first one’s variance', () => {
    const { expected_move: move } = analyse(contracts, {}, carry)
    expect(move).toMatchObject({ front_expiration: DECEMBER, iv_expiration: DECEMBER })
    const sessions = sessionsPassed(quotedAt, instantAt(DECEMBER, '16:00'))
    expect(move.next_session).toBeCloseTo(500 * move.iv! * Math.sqrt(DECEMBER_YEARS / sessions), 4)
    expect(move.basis).toBe('scaled')
    expect(move.straddle! / (0.8 * 500 * 0.2 * Math.sqrt(DECEMBER_YEARS))).toBeCloseTo(1, 1)
  })

  it('a quote that is wider than its price is replaced by the volatility of the vendor', () => {
    const wide = [contract('call', 500, 10, { bid: 1, ask: 4 }), contract('put', 500, 10, { bid: 0, ask: 4 })]
    expect(analyse(wide).contracts).toMatchObject({ own_volatility: 0, vendor_volatility: 2 })
  })
})

describe('zero gamma', () => {
  const walls = [contract('put', 480, 5000), contract('call', 520, 5000)]

  it('zero gamma lies where the re-priced exposure changes sign, as in the profile', () => {
    const { zero_gamma, zero_gamma_crossings, zero_gamma_reason, profile } = analyse(walls)
    expect(zero_gamma_reason).toBeNull()
    expect(zero_gamma_crossings).toEqual([zero_gamma])
    const below = profile.filter(({ spot }) => spot < zero_gamma!)
    expect(below.every(({ exposure }) => exposure <= 0)).toBe(true)
    expect(analyse(walls, { spot: zero_gamma! }).net_gamma_usd_per_pct! / 1e6).toBeCloseTo(0, 1)
  })

  it('the crossing nearest to spot counts, and all are listed', () => {
    const three = [
      contract('put', 450, 5000),
      contract('call', 480, 4000),
      contract('put', 520, 5000),
      contract('call', 560, 4000),
    ]
    const { zero_gamma, zero_gamma_crossings } = analyse(three, { spot: 515 })
    expect(zero_gamma_crossings).toHaveLength(3)
    const nearest = [...zero_gamma_crossings].sort((a, b) => Math.abs(a - 515) - Math.abs(b - 515))[0]
    expect(zero_gamma).toBe(nearest)
  })

  it('zero gamma is null with a reason if the exposure has one sign everywhere', () => {
    const { zero_gamma, zero_gamma_reason, zero_gamma_crossings } = analyse([contract('put', 500, 100)])
    expect([zero_gamma, zero_gamma_crossings]).toEqual([null, []])
    expect(zero_gamma_reason).toBe('the re-priced exposure is negative everywhere from 400.00 to 600.00')
  })
})

describe('the front expiration', () => {
  const front = (contracts: OptionContract[]) => analyse(contracts).front!
  const soon = { expiration: today }
  const [callAt, putAt] = [
    (strike: number, open: number) => contract('call', strike, open, soon),
    (strike: number, open: number) => contract('put', strike, open, soon),
  ]

  it('the front has the nearest expiration alone, with its own strikes, exposure and walls', () => {
    const far = [contract('call', 520, 90_000), contract('put', 470, 90_000)]
    const found = front([callAt(505, 2_000), putAt(495, 3_000), ...far])
    expect(found).toMatchObject({ is_zero_dte: true, call_wall: 505, put_wall: 495, expiration: { expiration: today } })
    expect(found.strikes.map(({ strike }) => strike)).toEqual([495, 505])
    const net = found.strikes.reduce((sum, { exposure }) => sum + exposure, 0)
    expect(Math.abs(net - found.expiration.exposure)).toBeLessThanOrEqual(2)
  })

  it('two opposite books have opposite readings, and a chain without a front is null', () => {
    expect(front([callAt(500, 5_000), putAt(500, 10)]).expiration.exposure).toBeGreaterThan(0)
    expect(front([callAt(500, 10), putAt(500, 5_000)]).expiration.exposure).toBeLessThan(0)
    expect(analyse([]).front).toBeNull()
  })
})

describe('time', () => {
  it('am settles at the open and pm at the close, which is 13:00 on a half-day', () => {
    const minutes = (expiration: string, settlement?: 'am' | 'pm') =>
      analyse([contract('call', 500, 1, { expiration: tradingDay(expiration), ...(settlement && { settlement }) })])
        .by_expiration[0]?.minutes_left
    expect(minutes('2026-11-20')).toBe(375)
    expect(minutes('2026-11-23', 'am')).toBe(3 * 1440 - 15)
    expect(minutes('2026-11-27')).toBe(7 * 1440 + 195)
  })

  it('the same day and strike may be listed am and pm', () => {
    const both = [contract('call', 500, 10, { settlement: 'am' }), contract('call', 500, 10, { settlement: 'pm' })]
    expect(analyse(both).by_expiration.map(({ settlement }) => settlement)).toEqual(['am', 'pm'])
  })

  it('contracts that expire today have a share of the gross exposure until they expire', () => {
    const contracts = [contract('put', 500, 100, { expiration: today }), contract('call', 500, 100)]
    const live = analyse(contracts)
    expect(live.zero_dte_share).toBeGreaterThan(0.7)
    expect(live.zero_dte_exposure).toBeLessThan(0)
    expect(analyse(contracts, { quotedAt: instantAt(today, '16:00') }).zero_dte_share).toBeNull()
  })

  it('federal funds become a continuous rate, or a stated zero if none is known', () => {
    expect(rateFromFedFunds({ day: today, value: 5.33 })).toEqual({
      rate: expect.closeTo(0.05404, 4),
      source: 'dff of 2026-11-20',
    })
    expect(rateFromFedFunds(null)).toEqual({ rate: 0, source: 'none known, zero assumed' })
  })
})

describe('documents', () => {
  const analysis = analyse([contract('put', 480, 5000), contract('call', 520, 5000)])
  const point = {
    underlying: 'SPY',
    spot: 500,
    quotedAt,
    knownAt: instantAt(today, '10:00'),
    source: 'options',
    netGamma: -2.4e9,
    callWall: 520,
    putWall: 480,
    contractsUsed: 2,
    contractsSkipped: 0,
  }
  const cutoff = instantAt(today, '10:01')
  const inputs = (chainPoint: Parameters<typeof gammaLevels>[0]) =>
    marketInputs('2026-11-20', '10:01', { chain: chainPoint })

  it('documents satisfy their schema and survive being stored', () => {
    expect(ChainAnalysis.parse(JSON.parse(JSON.stringify(analysis)))).toEqual(analysis)
    const document = gammaDocument(inputs({ ...point, analysis }))
    expect(GammaDocument.parse(document)).toEqual(document)
    expect(document).toMatchObject({ age_seconds: 960, open_interest_date: '2026-11-19', call_wall: 520, reason: null })
  })

  it('the snapshot states the open-interest date, which is the previous session', () => {
    const levels = gammaLevels({ ...point, analysis: { ...analysis, call_wall_pair: [515, 520] } }, cutoff)
    expect(GammaLevels.parse(levels)).toMatchObject({
      open_interest_date: '2026-11-19',
      net_gamma_usd_per_pct: -2.4e9,
      zero_gamma: analysis.zero_gamma,
      call_wall_pair: [515, 520],
      put_wall_pair: null,
    })
    expect(GammaLevels.parse(gammaLevels(point, cutoff))).not.toHaveProperty('zero_gamma')
  })

  it('empty documents state why', () => {
    expect(gammaLevels(null, cutoff)).toMatchObject({ status: 'not_ready' })
    expect(gammaLevels({ ...point, netGamma: null }, cutoff)).toMatchObject({ status: 'not_ready' })
    const asOf = '2026-11-20T10:01:00-05:00'
    const nothing = { as_of: asOf, call_wall: null, zero_gamma: null, strikes: [] }
    const documents = [gammaDocument(inputs(null)), gammaDocument(inputs(point))].map((each) =>
      GammaDocument.parse(each),
    )
    expect(documents).toMatchObject([
      { ...nothing, spot_price: null, reason: 'no option chain of today or of the session before is known yet' },
      { ...nothing, spot_price: 500, reason: 'an earlier version stored this chain without a profile' },
    ])
  })

  it('documents of a pruned analysis have the stored levels, and state why there is no more', () => {
    const pruned = { ...point, analysis: null, method: '2', zeroGamma: 495.5, maxPain: 500 }
    const pruning = 'the analysis of this chain is older than 30 days and no longer stored'
    const kept = {
      method: '2',
      net_gamma_usd_per_pct: -2.4e9,
      zero_gamma: 495.5,
      zero_gamma_reason: null,
      max_pain: 500,
    }
    const document = GammaDocument.parse(gammaDocument(inputs(pruned)))
    expect(document).toMatchObject({
      ...kept,
      call_wall: 520,
      put_wall: 480,
      spot_price: 500,
      strikes: [],
      reason: pruning,
    })
    const levels = GammaLevels.parse(gammaLevels(pruned, cutoff))
    expect(levels).toMatchObject(kept)
    expect(levels).not.toHaveProperty('expected_move')
    expect(gammaLevels({ ...pruned, zeroGamma: null }, cutoff)).toMatchObject({
      zero_gamma: null,
      zero_gamma_reason: pruning,
    })
  })
})
