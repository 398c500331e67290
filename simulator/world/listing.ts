import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { Side } from './black-scholes.ts'
import { dayNumber } from './daily-path.ts'
import { expirationsOn } from './expirations.ts'
import { levelsAt } from './levels.ts'
import { memo } from './memo.ts'
import { type Morning, openInterest, sessionVolume } from './open-interest.ts'
import { perWorld } from './per-world.ts'
import { strikesFor } from './strikes.ts'
import { yearsTo } from './surface-at.ts'
import type { World } from './world.ts'

/** The terms of a session's contracts before anything trades: fixed from the morning to the close. */
export type ListedContract = { side: Side; strike: number; openInterest: number; sessionVolume: number }
export type ListedExpiration = { expiration: TradingDay; contracts: ListedContract[] }

const LISTINGS_KEPT = 4

const morningOf = (world: World, index: number): Morning => {
  const before = world.closeOf(Math.max(0, index - 1))
  const { equity, dealers } = world.daily(before.index)
  return {
    seed: world.seed,
    dayNumber: dayNumber(world.daily(index).day),
    reference: levelsAt(world, before).spy,
    // Listings follow realised variance, not implied volatility: exchanges add strikes where prices have been.
    volatility: 1.1 * Math.sqrt(252 * Math.max(equity.slowVariance, equity.variance)),
    tilt: dealers.tilt,
  }
}

const buildListing = (world: World, index: number): { expirations: ListedExpiration[] } => {
  const morning = morningOf(world, index)
  const open = { ...world.closeOf(index), minute: 0 }
  const expirations = expirationsOn(open.day).map(({ day, kind }) => {
    const years = yearsTo(open, day)
    const contracts = strikesFor(morning.reference, morning.volatility, years).flatMap((strike) =>
      (['C', 'P'] as const).map((side) => {
        const position = { side, strike, kind, years, expirationNumber: dayNumber(day) }
        const interest = openInterest(position, morning)
        return { side, strike, openInterest: interest, sessionVolume: sessionVolume(position, morning, interest) }
      }),
    )
    return { expiration: day, contracts }
  })
  return { expirations }
}

const listings = perWorld((world) => memo(LISTINGS_KEPT, String, (index: number) => buildListing(world, index)))

export const listingOf = (world: World, index: number): readonly ListedExpiration[] =>
  listings(world)(index).expirations
