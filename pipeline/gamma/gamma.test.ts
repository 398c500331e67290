import { describe, expect, it } from 'vitest'
import type { OptionChain, OptionContract } from '../../shared/domain/option-chain.ts'
import { GammaLevels } from '../../shared/domain/signals.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { chainAggregates } from './chain-aggregates.ts'
import { gammaLevels } from './gamma-levels.ts'
import { gammaProfile } from './gamma-profile.ts'

const quotedAt = instantAt(tradingDay('2026-11-20'), '09:45')
const contract = (
  right: 'call' | 'put',
  strike: number,
  openInterest: number,
  more: Partial<OptionContract> = {},
): OptionContract => ({
  expiration: tradingDay('2026-12-18'),
  strike,
  right,
  bid: 1,
  ask: 1.1,
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

describe('net gamma', () => {
  it('one at-the-money call by hand: phi(d1)/(S sigma sqrt T) x OI x 100 x S^2 x 0.01', () => {
    const years = (28 * 24 + 6.25) / (365 * 24)
    const d1 = 0.5 * 0.15 * Math.sqrt(years)
    const perShare = Math.exp(-0.5 * d1 * d1) / Math.sqrt(2 * Math.PI) / (500 * 0.15 * Math.sqrt(years))
    expect(chainAggregates(chain([contract('call', 500, 1000)])).netGamma).toBeCloseTo(
      perShare * 1000 * 100 * 500 * 500 * 0.01,
      4,
    )
  })

  it('a put of the same strike and interest cancels a call', () => {
    const both = chainAggregates(chain([contract('call', 500, 1000), contract('put', 500, 1000)]))
    expect(both.netGamma).toBeCloseTo(0, 6)
    expect([both.callWall, both.putWall]).toEqual([null, null])
  })

  it('walls are the strikes of the largest positive and the largest negative exposure', () => {
    const { callWall, putWall, netGamma } = chainAggregates(
      chain([
        contract('call', 505, 900),
        contract('call', 510, 2500),
        contract('put', 490, 6000),
        contract('put', 480, 500),
      ]),
    )
    expect([callWall, putWall]).toEqual([510, 490])
    expect(netGamma).toBeLessThan(0)
  })

  it('counts what it cannot use: no volatility, no open interest, expired', () => {
    const { used, skipped } = gammaProfile(
      chain([
        contract('call', 500, 10),
        contract('call', 510, 10, { iv: null }),
        contract('call', 520, 0),
        contract('call', 500, 10, { expiration: tradingDay('2026-11-19') }),
      ]),
    )
    expect([used, skipped]).toEqual([1, 3])
    expect(chainAggregates(chain([contract('call', 510, 10, { iv: null })])).netGamma).toBeNull()
  })

  it('the last hour of an expiring contract does not explode', () => {
    const today = { expiration: tradingDay('2026-11-20') }
    const at = (time: string) =>
      chainAggregates(
        chain([contract('call', 500, 10, today)], { quotedAt: instantAt(tradingDay('2026-11-20'), time) }),
      ).netGamma
    expect(at('15:59')).toBeCloseTo(at('15:00') ?? 0, 6)
    expect(at('16:01')).toBeNull()
  })
})

describe('gamma levels', () => {
  const point = {
    underlying: 'SPY',
    spot: 500,
    quotedAt,
    knownAt: quotedAt,
    callWall: 510,
    putWall: 490,
    contractsUsed: 4,
    contractsSkipped: 1,
    source: 'options',
  }

  it('states the open-interest date, which is the session before', () => {
    const levels = gammaLevels({ ...point, netGamma: -2.4e9 })
    expect(GammaLevels.parse(levels)).toMatchObject({ open_interest_date: '2026-11-19', net_gamma_usd_per_pct: -2.4e9 })
  })

  it('says why there are none', () => {
    expect(gammaLevels(null)).toMatchObject({ status: 'not_ready' })
    expect(gammaLevels({ ...point, netGamma: null })).toMatchObject({ status: 'not_ready' })
  })
})
