import { eastern } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay, weekday } from '../../shared/time/trading-day.ts'
import { optionGreeks } from '../maths/black-scholes.ts'
import type { QuoteData, QuotedContract } from './cboe-quotedata.ts'

/** Definitions that others publish, for comparison with ours on the same chain. */

const BUSINESS_DAYS_A_YEAR = 262
const LEVELS = 60

export interface PublishedReading {
  /** Dollars per 1 % move, from the vendor's gamma. */
  netGamma: number
  /** The first crossing from below, interpolated between the levels of a coarse grid. */
  flip: number | null
}

const sign = ({ right }: QuotedContract): 1 | -1 => (right === 'call' ? 1 : -1)

/**
 * S. Perfiliev, "How to calculate gamma exposure and zero gamma level" (2022): the vendor's gamma for the total; for the
 * flip the vendor's volatility, business days / 262 (never less than one day), no rates, 60 levels from 0.8 to 1.2 x spot.
 */
export function perfiliev({ spot, quotedAt, contracts }: QuoteData): PublishedReading {
  const netGamma = contracts.reduce(
    (sum, each) => sum + sign(each) * each.vendorGamma * each.openInterest * 100 * spot * spot * 0.01,
    0,
  )
  const today = eastern(quotedAt).day
  const years = new Map<TradingDay, number>()
  for (const { expiration } of contracts) {
    if (!years.has(expiration))
      years.set(expiration, Math.max(1, businessDays(today, expiration)) / BUSINESS_DAYS_A_YEAR)
  }
  const profile = Array.from({ length: LEVELS }, (_, i) => {
    const level = spot * (0.8 + (0.4 * i) / (LEVELS - 1))
    const exposure = contracts.reduce((sum, each) => {
      if (each.iv === null || each.openInterest === 0) return sum
      const terms = { right: each.right, spot: level, strike: each.strike, years: years.get(each.expiration)! }
      const { gamma } = optionGreeks({ ...terms, rate: 0, dividendYield: 0 }, each.iv)
      return sum + sign(each) * gamma * each.openInterest * level * level
    }, 0)
    return { level, exposure }
  })
  return { netGamma, flip: firstCrossing(profile) }
}

function firstCrossing(profile: readonly { level: number; exposure: number }[]): number | null {
  for (const [i, right] of profile.entries()) {
    const left = profile[i - 1]
    if (!left || left.exposure * right.exposure >= 0) continue
    return right.level - ((right.level - left.level) * right.exposure) / (right.exposure - left.exposure)
  }
  return null
}

function businessDays(from: TradingDay, to: TradingDay): number {
  let count = 0
  for (let day = from; day < to; day = addDays(day, 1)) if (weekday(day) <= 5) count++
  return count
}

/** SqueezeMetrics, white paper "Gamma Exposure": shares to trade per point, gamma x open interest x 100, puts negative. */
export const squeezeMetrics = ({ contracts }: QuoteData): number =>
  contracts.reduce((sum, each) => sum + sign(each) * each.vendorGamma * each.openInterest * 100, 0)

/** Max pain by its common definition: every strike is tried against every contract. */
export function maxPainByTrial(contracts: readonly QuotedContract[]): number | null {
  const strikes = [...new Set(contracts.map(({ strike }) => strike))]
  const paidAt = (price: number): number =>
    contracts.reduce((sum, each) => sum + each.openInterest * Math.max(0, sign(each) * (price - each.strike)), 0)
  const open = contracts.some(({ openInterest }) => openInterest > 0)
  if (!open) return null
  return strikes.reduce((best, strike) => (paidAt(strike) < paidAt(best) ? strike : best))
}

/** The "walls" of other vendors: the strike with the most call or put gamma, or the most open interest. */
export function grossWalls(contracts: readonly QuotedContract[], by: 'gamma' | 'open_interest') {
  const heaviest = (right: QuotedContract['right']): number | null => {
    const strikes = new Map<number, number>()
    for (const each of contracts.filter((contract) => contract.right === right)) {
      const weight = each.openInterest * (by === 'gamma' ? each.vendorGamma : 1)
      strikes.set(each.strike, (strikes.get(each.strike) ?? 0) + weight)
    }
    return [...strikes].reduce<[number | null, number]>((best, each) => (each[1] > best[1] ? each : best), [null, 0])[0]
  }
  return { call: heaviest('call'), put: heaviest('put') }
}
