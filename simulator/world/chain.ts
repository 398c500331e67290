import type { TradingDay } from '../../shared/time/trading-day.ts'
import { type PricedOption, priceOption, type Side } from './black-scholes.ts'
import { type ListedExpiration, listingOf } from './listing.ts'
import { elapsedAt } from './session-clock.ts'
import { type Surface, type TimeTo, totalVariance } from './surface.ts'
import { surfaceAt, timeTo } from './surface-at.ts'
import type { Moment, World } from './world.ts'

export type Contract = PricedOption & {
  side: Side
  strike: number
  expiration: TradingDay
  years: number
  tradingYears: number
  /** By the calendar, as everybody quotes it. */
  volatility: number
  bid: number
  ask: number
  openInterest: number
  volume: number
}

export type Chain = { moment: Moment; surface: Surface; contracts: Contract[] }

/** Half of the quoted spread: a tick for busy contracts, a share of the premium for quiet ones. */
const halfSpread = (priced: PricedOption, years: number): number => {
  const value = priced.value
  const deep = Math.max(0, Math.abs(priced.delta) - 0.8)
  return 0.004 + 0.0013 * value + 0.0022 * value * Math.min(1, years) + 0.012 * deep * value
}

/** Bids round down and asks up, so the model's arbitrage-free value always lies between them. */
export const quoteAround = (priced: PricedOption, years: number): { bid: number; ask: number } => {
  const half = halfSpread(priced, years)
  const bid = Math.max(0, Math.floor((priced.value - half) * 100) / 100)
  return { bid, ask: Math.max(0.01, Math.ceil((priced.value + half) * 100) / 100) }
}

const priceSlice = (
  surface: Surface,
  { years, tradingYears }: TimeTo,
  listed: ListedExpiration,
  traded: number,
): Contract[] => {
  const carry = surface.carry(years)
  const forward = surface.spot * Math.exp((carry.rate - carry.dividend) * years)
  const theta = surface.theta(tradingYears)
  return listed.contracts.map(({ side, strike, openInterest, sessionVolume }) => {
    const variance = years > 0 ? totalVariance(theta, surface.rho, Math.log(strike / forward)) : 0
    const priced = priceOption(side, surface.spot, strike, years, variance, carry)
    return {
      ...priced,
      ...quoteAround(priced, years),
      side,
      strike,
      expiration: listed.expiration,
      years,
      tradingYears,
      volatility: years > 0 ? Math.sqrt(variance / years) : 0,
      openInterest,
      volume: Math.floor(sessionVolume * traded),
    }
  })
}

/** SPY's whole chain at a moment. */
export const buildChain = (world: World, moment: Moment): Chain => {
  const surface = surfaceAt(world, moment)
  const traded = elapsedAt(moment)
  const contracts = listingOf(world, moment.index).flatMap((listed) =>
    priceSlice(surface, timeTo(world, moment, listed.expiration), listed, traded),
  )
  return { moment, surface, contracts }
}
