import type { OptionChain } from '../../shared/domain/market/option-chain.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { impliedVolatility } from '../maths/implied-volatility.ts'
import { type Forward, forwardOf } from './forward.ts'
import { quotedMid } from './quoted-mid.ts'
import { pairsOf, type StrikePair } from './strike-pair.ts'
import { expiresAt, minutesBetween, type Settlement, yearsOf } from './time-to-expiry.ts'

/** A volatility beyond this is a broken quote. */
const VOLATILITY_MAX = 5

export interface StrikeVolatility extends StrikePair {
  volatility: number | null
  from: 'own' | 'vendor' | null
}

/** One expiration and settlement of a chain. */
export interface Slice {
  expiration: TradingDay
  settlement: Settlement
  minutes: number
  years: number
  rate: number
  forward: Forward
  /** Ascending. */
  strikes: readonly StrikeVolatility[]
}

/** The live expirations, nearest first, each with its forward and one volatility a strike; and the expired count. */
export function volatilitySlices(chain: OptionChain, rate: number): { slices: Slice[]; expired: number } {
  const groups = Map.groupBy(
    chain.contracts,
    ({ expiration, settlement = 'pm' }) => `${expiration} ${settlement}` as const,
  )
  const slices: Slice[] = []
  let expired = 0
  for (const contracts of groups.values()) {
    const { expiration, settlement = 'pm' } = contracts[0]!
    const minutes = minutesBetween(chain.quotedAt, expiresAt(expiration, settlement))
    if (minutes <= 0) {
      expired += contracts.length
      continue
    }
    const years = yearsOf(minutes)
    const pairs = pairsOf(contracts)
    const forward = forwardOf(pairs, { spot: chain.spot, years, rate })
    const strikes = pairs.map((pair) => ({ ...pair, ...volatilityOf(pair, { forward: forward.price, years, rate }) }))
    slices.push({ expiration, settlement, minutes, years, rate, forward, strikes })
  }
  return { slices: slices.sort((a, b) => a.minutes - b.minutes), expired }
}

/**
 * Call and put of a strike have one volatility. It comes from the side out of the money, whose price is all time value
 * with a negligible premium for early exercise; otherwise from the other side, otherwise from the vendor.
 */
function volatilityOf(
  { strike, call, put }: StrikePair,
  { forward, years, rate }: { forward: number; years: number; rate: number },
): Pick<StrikeVolatility, 'volatility' | 'from'> {
  const sides = strike >= forward ? [call, put] : [put, call]
  for (const side of sides) {
    const mid = side && quotedMid(side)
    if (!side || mid === null) continue
    const terms = { right: side.right, spot: forward, strike, years, rate, dividendYield: rate }
    const volatility = impliedVolatility(mid, terms)
    if (volatility !== null && volatility <= VOLATILITY_MAX) return { volatility, from: 'own' }
  }
  const vendor = sides[0]?.iv ?? sides[1]?.iv ?? null
  return { volatility: vendor, from: vendor === null ? null : 'vendor' }
}
