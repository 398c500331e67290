import { describe, expect, it } from 'vitest'
import type { OptionContract } from '../../shared/domain/market/option-chain.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { analyseChain } from './analyse-chain.ts'
import { wallsOf } from './walls.ts'

const today = tradingDay('2026-11-20')

/** A contract without a bid, so that every strike has the same volatility, the vendor's. */
const contract = (
  right: 'call' | 'put',
  strike: number,
  openInterest: number,
  expiration = tradingDay('2026-12-18'),
): OptionContract => ({ expiration, strike, right, bid: 0, ask: 0.01, iv: 0.15, openInterest, volume: 10 })
const analyse = (contracts: OptionContract[]) =>
  analyseChain(
    { underlying: 'SPY', spot: 500, quotedAt: instantAt(today, '09:45'), contracts },
    { rate: 0, source: 'given' },
  )

describe('the sign and the walls', () => {
  const book = (calls: number, puts: number, strikes: [number, number] = [510, 490]) =>
    analyse([contract('call', strikes[0], calls), contract('put', strikes[1], puts)])
  const ofCalls = book(100, 0).net_gamma_usd_per_pct! / 100
  const ofPuts = -book(0, 100).net_gamma_usd_per_pct! / 100
  const atShare = (share: number, strikes?: [number, number]) =>
    book(1_000_000, (share * 1_000_000 * ofCalls) / ofPuts, strikes)

  it('the sign is positive up to 0.7 of break-even, negative from 1.4, otherwise uncertain', () => {
    const signs = [0.69, 0.71, 1.39, 1.41].map((share) => atShare(share).sign)
    expect(signs).toEqual(['positive', 'uncertain', 'uncertain', 'negative'])
    expect(atShare(0.5).break_even_call_share).toBeCloseTo(0.5, 6)
    expect(analyse([])).toMatchObject({ sign: null, break_even_call_share: null })
    expect(book(0, 10)).toMatchObject({ sign: 'negative', break_even_call_share: null })
  })

  it('out-of-the-money contracts that disagree make the sign uncertain', () => {
    const inside = analyse([contract('call', 490, 100), contract('put', 495, 10)])
    expect(inside).toMatchObject({ sign: 'uncertain', break_even_call_share: expect.any(Number) })
    expect(inside.break_even_call_share).toBeLessThan(0.7)
  })

  it('walls are the strikes of the largest positive and the largest negative exposure', () => {
    const { call_wall, put_wall, net_gamma_usd_per_pct, strikes } = analyse([
      contract('call', 505, 900),
      contract('call', 510, 2500),
      contract('put', 490, 6000),
      contract('put', 480, 500),
    ])
    expect([call_wall, put_wall]).toEqual([510, 490])
    expect(net_gamma_usd_per_pct).toBeLessThan(0)
    expect(strikes.map(({ strike }) => strike)).toEqual([480, 490, 505, 510])
    expect(Math.abs(strikes.reduce((sum, { exposure }) => sum + exposure, 0) - net_gamma_usd_per_pct!)).toBeLessThan(5)
  })

  it('walls and zero gamma are also served without what expires today', () => {
    const later = [contract('call', 520, 10), contract('put', 480, 10)]
    const expiring = [contract('call', 505, 50, today), contract('put', 495, 50, today)]
    const { call_wall, put_wall, without_today } = analyse([...later, ...expiring])
    expect([call_wall, put_wall]).toEqual([505, 495])
    expect(without_today).toMatchObject({ call_wall: 520, put_wall: 480, zero_gamma: analyse(later).zero_gamma })
    expect(analyse(later).without_today).toBeNull()
  })

  it('two strikes that nearly tie for a wall are named as a pair', () => {
    const { call_wall, call_wall_pair, put_wall_pair } = analyse([
      contract('call', 505, 100),
      contract('call', 510, 105),
      contract('put', 490, 100),
      contract('put', 485, 50),
    ])
    expect(call_wall_pair).toEqual([505, 510])
    expect([505, 510]).toContain(call_wall)
    expect(put_wall_pair).toBeNull()
  })

  it('every strike within a tenth of a wall is named, at most four and the largest first', () => {
    const calls = [505, 507, 509, 511, 513].map((strike, at) => ({
      strike,
      exposure: [96, 100, 80, 91, 95][at]!,
      calls: 0,
      puts: 0,
      call_open_interest: 0,
      put_open_interest: 0,
    }))
    const puts = calls.map((row) => ({ ...row, strike: row.strike - 30, exposure: row.strike === 513 ? -60 : -59 }))
    const { call_wall, call_wall_pair, call_wall_ties, put_wall, put_wall_ties } = wallsOf([...calls, ...puts])
    expect([call_wall, call_wall_pair]).toEqual([507, [505, 507]])
    expect(call_wall_ties).toEqual([
      { strike: 507, share: 1 },
      { strike: 505, share: 0.96 },
      { strike: 513, share: 0.95 },
      { strike: 511, share: 0.91 },
    ])
    expect(put_wall).toBe(483)
    expect(put_wall_ties).toHaveLength(4)
    expect(wallsOf(calls.filter(({ strike }) => strike > 505 && strike < 511)).call_wall_ties).toBeNull()
  })
})
