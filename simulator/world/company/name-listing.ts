import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { endsWeek, expirationsOn } from '../expirations.ts'
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

/** Yearly variance apart from the market's: the name's own news and its sector's, as in its walk. */
export const ownVariance = (world: World, { exposures }: Security, index: number): number =>
  SESSIONS_YEAR * exposures.reduce((sum, { factor, weight }) => sum + (weight * factor.deviation(world, index)) ** 2, 0)

/** Steps that exchanges list by price. */
const stepOf = (price: number): number =>
  price < 25 ? 0.5 : price < 100 ? 1 : price < 250 ? 2.5 : price < 1_000 ? 5 : 25

/** A security in the morning of a session: its last close, and its variance of a year. */
type Morning = { reference: number; yearly: number }

const morningOf = (world: World, security: Security, index: number): Morning => ({
  reference: securityClose(world, security, index - 1),
  yearly: ownVariance(world, security, index) + MARKET_VARIANCE * security.beta ** 2,
})

/**
 * The strikes that a price calls for: `side` of them on each side of the middle one. Steps double with their reach, so
 * every strike of a wider step is also one of the narrower step.
 */
function calledFor({ reference, yearly }: Morning, sessions: number) {
  const deviation = Math.max(DEVIATION_MIN, Math.sqrt((yearly * sessions) / SESSIONS_YEAR))
  const reach = DEVIATIONS * deviation * reference
  const base = stepOf(reference)
  const step = base * 2 ** Math.max(0, Math.ceil(Math.log2(reach / (STEPS_SIDE * base))))
  const side = Math.min(STEPS_SIDE, Math.max(4, Math.ceil(reach / step)))
  return { step, middle: Math.round(reference / step), side }
}

/** A strike is added when the price comes near it and stays until it expires, so that a holder can always sell. */
function strikesOf(mornings: readonly Morning[], sessionsLeft: number): number[] {
  const strikes = new Set<number>()
  let known: ReturnType<typeof calledFor> | null = null
  for (const [at, morning] of mornings.entries()) {
    const now = calledFor(morning, sessionsLeft + mornings.length - at)
    // Most sessions call for the strikes of the session before.
    if (known?.step === now.step && known.middle === now.middle && known.side === now.side) continue
    known = now
    const [lowest, highest] = [Math.max(1, now.middle - now.side), now.middle + now.side]
    for (let steps = lowest; steps <= highest; steps++) strikes.add(steps * now.step)
  }
  return [...strikes].sort((a, b) => a - b)
}

/**
 * The next weeks and months, today's expiration among them: it trades until the close. A week that ends with a quarter
 * is a week of a name too, though SPY has listed its day for longer.
 */
export const nameExpirations = (day: TradingDay): Omit<NameExpiration, 'strikes'>[] => {
  const all = expirationsOn(day).map((each) =>
    each.kind === 'quarterly' && endsWeek(each.day) ? { ...each, kind: 'weekly' as const } : each,
  )
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
      const expirations = nameExpirations(world.closeOf(index).day)
      // Every expiration has been listed since one of these mornings.
      const mornings: Morning[] = []
      const longest = Math.max(...Object.values(LISTED_MAX))
      for (let at = Math.max(1, index - longest); at <= index; at++) mornings.push(morningOf(world, security, at))
      return expirations.map((expiration) => {
        const left = world.indexOf(expiration.day) - index
        const listed = Math.max(0, LISTED_MAX[expiration.kind] - left + 1)
        return { ...expiration, strikes: strikesOf(mornings.slice(Math.max(0, mornings.length - listed)), left) }
      })
    },
  ),
)

/** What is listed of a name in a session: fixed from the morning to the close. */
export const nameListing = (world: World, symbol: string, index: number): readonly NameExpiration[] =>
  listings(world)({ symbol, index })
