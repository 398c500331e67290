import type { TradingDay } from '../../shared/time/trading-day.ts'
import { type Priced, priceOption, type Side } from './black-scholes.ts'
import { dayNumber } from './daily-path.ts'
import { type ExpirationKind, expirationsOn } from './expirations.ts'
import { varianceClock } from './intraday.ts'
import { levelsAt, previousClose } from './levels.ts'
import { type Morning, openInterest, sessionVolume } from './open-interest.ts'
import { strikesFor } from './strikes.ts'
import { type Surface, totalVariance } from './surface.ts'
import { surfaceAt, yearsTo } from './surface-at.ts'
import type { Moment, World } from './world.ts'

export type Contract = Priced & {
  side: Side
  strike: number
  expiration: TradingDay
  years: number
  volatility: number
  bid: number
  ask: number
  openInterest: number
  volume: number
}

export type Chain = { moment: Moment; surface: Surface; contracts: Contract[] }

/** Half of the quoted spread: a tick for what trades all day, a share of the premium for what does not. */
const halfSpread = (priced: Priced, years: number): number => {
  const value = priced.value
  const deep = Math.max(0, Math.abs(priced.delta) - 0.8)
  return 0.004 + 0.0013 * value + 0.0022 * value * Math.min(1, years) + 0.012 * deep * value
}

/** Bids round down and asks up, so the model's arbitrage-free value always lies between them. */
export const quoteAround = (priced: Priced, years: number): { bid: number; ask: number } => {
  const half = halfSpread(priced, years)
  const bid = Math.max(0, Math.floor((priced.value - half) * 100) / 100)
  return { bid, ask: Math.max(0.01, Math.ceil((priced.value + half) * 100) / 100) }
}

const morningOf = (world: World, moment: Moment): Morning => {
  const before = previousClose(world, moment)
  const { equity, dealers } = world.daily(before.index)
  return {
    seed: world.seed,
    dayNumber: dayNumber(moment.day),
    reference: levelsAt(world, before).spy,
    // Listings follow realised variance, not the fear of the day: exchanges add strikes where prices have been.
    volatility: 1.1 * Math.sqrt(252 * Math.max(equity.slowVariance, equity.variance)),
    tilt: dealers.tilt,
  }
}

type Slice = { expiration: TradingDay; kind: ExpirationKind; years: number; morningYears: number }

const sliceContracts = (surface: Surface, slice: Slice, morning: Morning, traded: number): Contract[] => {
  const { years, expiration, kind } = slice
  const carry = surface.carry(years)
  const forward = surface.spot * Math.exp((carry.rate - carry.dividend) * years)
  const theta = surface.theta(years)
  const expirationNumber = dayNumber(expiration)
  const contracts: Contract[] = []
  for (const strike of strikesFor(morning.reference, morning.volatility, slice.morningYears)) {
    const variance = years > 0 ? totalVariance(theta, surface.rho, Math.log(strike / forward)) : 0
    for (const side of ['C', 'P'] as const) {
      const priced = priceOption(side, surface.spot, strike, years, variance, carry)
      const position = { side, strike, expirationNumber, kind, years: slice.morningYears }
      const interest = openInterest(position, morning)
      contracts.push({
        ...priced,
        ...quoteAround(priced, years),
        side,
        strike,
        expiration,
        years,
        volatility: years > 0 ? Math.sqrt(variance / years) : 0,
        openInterest: interest,
        volume: Math.floor(sessionVolume(position, morning, interest) * traded),
      })
    }
  }
  return contracts
}

/** SPY's whole chain as it stands at a moment. */
export const buildChain = (world: World, moment: Moment): Chain => {
  const surface = surfaceAt(world, moment)
  const morning = morningOf(world, moment)
  const traded = varianceClock(moment.minutes)[moment.minute]!
  const opening = { ...moment, minute: 0 }
  const contracts = expirationsOn(moment.day).flatMap(({ day, kind }) =>
    sliceContracts(
      surface,
      { expiration: day, kind, years: yearsTo(moment, day), morningYears: yearsTo(opening, day) },
      morning,
      traded,
    ),
  )
  return { moment, surface, contracts }
}
