import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { expirationsOn } from '../expirations.ts'
import { memo } from '../memo.ts'
import { perWorld } from '../per-world.ts'
import { securityOf } from '../securities.ts'
import { type Security, securityClose } from '../security.ts'
import type { World } from '../world.ts'

export type NameExpiration = { day: TradingDay; kind: 'weekly' | 'monthly'; strikes: readonly number[] }

const COUNT = { weekly: 4, monthly: 6 } as const
/** No expiration is listed for longer, in sessions. */
const LISTED_MAX = { weekly: 30, monthly: 132 } as const
const SESSIONS_YEAR = 252
/** Strikes reach this many deviations, in at most as many steps on each side. */
const DEVIATIONS = 2.6
const STEPS_SIDE = 11
const DEVIATION_MIN = 0.02
const MARKET_VARIANCE = 0.03
const LISTINGS_KEPT = 64

/** Variance of a year beside the market's: the name's own news and its sector's, as they are in its walk. */
export const ownVariance = (world: World, { exposures }: Security, index: number): number =>
  SESSIONS_YEAR * exposures.reduce((sum, { factor, weight }) => sum + (weight * factor.deviation(world, index)) ** 2, 0)

/** Steps that exchanges list by price. */
const stepOf = (price: number): number =>
  price < 25 ? 0.5 : price < 100 ? 1 : price < 250 ? 2.5 : price < 1_000 ? 5 : 25

/** Steps double with their reach, so that every wider step's strikes are among the narrower's. */
function addStrikes(strikes: Set<number>, reference: number, deviation: number): void {
  const reach = DEVIATIONS * deviation * reference
  const base = stepOf(reference)
  const step = base * 2 ** Math.max(0, Math.ceil(Math.log2(reach / (STEPS_SIDE * base))))
  const middle = Math.round(reference / step)
  const side = Math.min(STEPS_SIDE, Math.max(4, Math.ceil(reach / step)))
  for (let at = middle - side; at <= middle + side; at++) if (at > 0) strikes.add(at * step)
}

/** A strike is added when the price comes near it and stays until it expires, so that a holder can always sell. */
function strikesOf(world: World, security: Security, index: number, expiration: Omit<NameExpiration, 'strikes'>) {
  const last = world.indexOf(expiration.day)
  const strikes = new Set<number>()
  for (let at = Math.max(1, last - LISTED_MAX[expiration.kind]); at <= index; at++) {
    const yearly = ownVariance(world, security, at) + MARKET_VARIANCE * security.beta ** 2
    const deviation = Math.max(DEVIATION_MIN, Math.sqrt((yearly * (last - at + 1)) / SESSIONS_YEAR))
    addStrikes(strikes, securityClose(world, security, at - 1), deviation)
  }
  return [...strikes].sort((a, b) => a - b)
}

/** The next weeks and months, today's expiration among them: it trades until the close. */
const expirationsOf = (day: TradingDay): Omit<NameExpiration, 'strikes'>[] => {
  const all = expirationsOn(day)
  return (['weekly', 'monthly'] as const)
    .flatMap((kind) => all.filter((each) => each.kind === kind).slice(0, COUNT[kind]))
    .map(({ day: last, kind }) => ({ day: last, kind: kind as NameExpiration['kind'] }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}

const listings = perWorld((world) =>
  memo(
    LISTINGS_KEPT,
    ({ symbol, index }: { symbol: string; index: number }) => `${symbol} ${index}`,
    ({ symbol, index }): readonly NameExpiration[] => {
      const security = securityOf(world, symbol)!
      return expirationsOf(world.closeOf(index).day).map((expiration) => ({
        ...expiration,
        strikes: strikesOf(world, security, index, expiration),
      }))
    },
  ),
)

/** What is listed of a name in a session: fixed from the morning to the close. */
export const nameListing = (world: World, symbol: string, index: number): readonly NameExpiration[] =>
  listings(world)({ symbol, index })
