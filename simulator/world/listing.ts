import { sessionOn } from '../../shared/time/calendar.ts'
import { addDays, daysBetween, type TradingDay } from '../../shared/time/trading-day.ts'
import type { Side } from './black-scholes.ts'
import { dayNumber } from './daily-path.ts'
import { type Expiration, expirationsOn } from './expirations.ts'
import { spyClose } from './levels.ts'
import { memo } from './memo.ts'
import { type Morning, openInterest, sessionVolume } from './open-interest.ts'
import { perWorld } from './per-world.ts'
import { type Outlook, strikesFor } from './strikes.ts'
import { yearsBetween } from './surface-at.ts'
import type { World } from './world.ts'

/** The terms of a session's contracts before anything trades: fixed from the morning to the close. */
export type ListedContract = { side: Side; strike: number; openInterest: number; sessionVolume: number }
export type ListedExpiration = { expiration: TradingDay; contracts: ListedContract[] }

const LISTINGS_KEPT = 4

/** A market before its open, and the instant of that open. */
type BeforeOpen = Omit<Outlook, 'years'> & { open: Date }

const beforeOpen = (world: World, index: number): BeforeOpen => {
  const before = Math.max(0, index - 1)
  const { equity } = world.daily(before)
  return {
    reference: spyClose(world, before),
    // Listings follow realised variance, not implied volatility: exchanges add strikes where prices have been.
    volatility: 1.1 * Math.sqrt(252 * Math.max(equity.slowVariance, equity.variance)),
    open: sessionOn(world.closeOf(index).day)!.open,
  }
}

/** The longest list reads the mornings of 18 months, and so does that of each later session. */
const MORNINGS_KEPT = 1_000

const mornings = perWorld((world) => memo(MORNINGS_KEPT, Number, (index: number) => beforeOpen(world, index)))

function* outlooksSince(world: World, first: number, last: number, end: Date): Iterable<Outlook> {
  for (let index = first; index <= last; index++) {
    const { reference, volatility, open } = mornings(world)(index)
    yield { reference, volatility, years: yearsBetween(open, end) }
  }
}

const listExpiration = (world: World, index: number, morning: Morning, { day, kind, listedSince }: Expiration) => {
  const end = sessionOn(day)!.close
  const first = world.indexOf(addDays(listedSince, -1)) + 1
  const years = yearsBetween(mornings(world)(index).open, end)
  const listedDays = daysBetween(listedSince, world.closeOf(index).day)
  const contracts = strikesFor(outlooksSince(world, first, index, end)).flatMap((strike) =>
    (['C', 'P'] as const).map((side) => {
      const position = { side, strike, kind, years, expirationNumber: dayNumber(day), listedDays }
      const interest = openInterest(position, morning)
      return { side, strike, openInterest: interest, sessionVolume: sessionVolume(position, morning, interest) }
    }),
  )
  return { expiration: day, contracts }
}

/** Strikes that stay add more puts than calls, so calls lean by this much more or SPY's net gamma would be too low. */
const PUTS_THAT_STAY = 0.11

const buildListing = (world: World, index: number): { expirations: ListedExpiration[] } => {
  const { reference, volatility } = mornings(world)(index)
  const tilt = world.daily(Math.max(0, index - 1)).dealers.tilt + PUTS_THAT_STAY
  const { day } = world.closeOf(index)
  const morning = { seed: world.seed, dayNumber: dayNumber(day), reference, volatility, tilt }
  return { expirations: expirationsOn(day).map((expiration) => listExpiration(world, index, morning, expiration)) }
}

const listings = perWorld((world) => memo(LISTINGS_KEPT, String, (index: number) => buildListing(world, index)))

/** A strike is listed when the price comes near it and stays until it expires, so that a holder can always sell. */
export const listingOf = (world: World, index: number): readonly ListedExpiration[] =>
  listings(world)(index).expirations
