import type { OptionChain, OptionContract } from '../../shared/domain/option-chain.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { gamma } from '../maths/black-scholes.ts'

const CONTRACT_SIZE = 100
/** Exposure is stated per move of this share of spot. */
const MOVE = 0.01
const YEAR_MS = 365 * 86_400_000
/** Listed equity options stop trading at the close of their expiration day. */
const EXPIRES_AT = '16:00'
/** In the last hour the gamma of at-the-money contracts goes to infinity: a statement about the formula, not dealers. */
const YEARS_MIN = 3_600_000 / YEAR_MS

export interface StrikeExposure {
  strike: number
  /** Dollars per 1 % move; calls count up, puts down. */
  exposure: number
}

export interface GammaProfile {
  strikes: readonly StrikeExposure[]
  used: number
  /** No implied volatility, no open interest, or expired. */
  skipped: number
}

/**
 * Naive dealer convention (dealers are long the calls and short the puts customers hold):
 * GEX(strike) = gamma x open interest x 100 x spot^2 x 0.01.
 */
export function gammaProfile({ spot, quotedAt, contracts }: OptionChain): GammaProfile {
  const byStrike = new Map<number, number>()
  const years = yearsTo(quotedAt)
  let used = 0
  for (const { expiration, strike, iv, openInterest, right } of contracts) {
    const toExpiration = years(expiration)
    if (iv === null || openInterest === 0 || toExpiration <= 0) continue
    used++
    const perShare = gamma({ spot, strike, iv, years: Math.max(YEARS_MIN, toExpiration) })
    const exposure = sign(right) * perShare * openInterest * CONTRACT_SIZE * spot * spot * MOVE
    byStrike.set(strike, (byStrike.get(strike) ?? 0) + exposure)
  }
  const strikes = [...byStrike].map(([strike, exposure]) => ({ strike, exposure })).sort((a, b) => a.strike - b.strike)
  return { strikes, used, skipped: contracts.length - used }
}

const sign = (right: OptionContract['right']): 1 | -1 => (right === 'call' ? 1 : -1)

/** A chain has 10,000 contracts and 35 expirations. */
function yearsTo(quotedAt: Date): (expiration: TradingDay) => number {
  const known = new Map<TradingDay, number>()
  return (expiration) => {
    const years = known.get(expiration) ?? (instantAt(expiration, EXPIRES_AT).getTime() - quotedAt.getTime()) / YEAR_MS
    known.set(expiration, years)
    return years
  }
}
