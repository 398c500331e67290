import type { ArchetypeId } from '../../shared/domain/contract/screener-ids.ts'
import { isRestated } from '../../shared/domain/market/known-split.ts'
import { daysBetween, type TradingDay } from '../../shared/time/trading-day.ts'
import type { Firing } from './archetype.ts'

/** A setup that fired longer ago than this is stale. */
export const FRESH_SESSIONS_MAX = 3
/** Stale setups are counted for so long, then deleted. */
export const REMEMBERED_SESSIONS_MAX = 10
/** More days than this between two flags begin a new episode. */
const EPISODE_GAP_DAYS = 10

/** A setup is what is remembered of an archetype on a name from run to run. */
export interface Setup {
  ticker: string
  archetype: ArchetypeId
  /** The session of the present spell's first fire, and of its newest one. */
  firstFired: TradingDay
  lastFired: TradingDay
  /** As of the newest fire. */
  firing: Firing
  /** The newest run day on which it was ripe; null if it never was. */
  lastFlag: TradingDay | null
  /** Key of the newest episode. */
  episode: string | null
  /** Price at which the newest episode became ripe, in the shares of the newest run. */
  reference: number | null
  /**
   * A close that was known at that time, in the same shares; a later split shows as a difference. Absent from earlier
   * versions.
   */
  referenceClose?: { day: TradingDay; close: number } | null
  /** How many of today's shares one share of the reference has become; absent without a split. */
  referenceShares?: number
  /** The newest deep scan. */
  conviction: { value: number; day: TradingDay } | null
}

export const setupKey = ({ ticker, archetype }: Pick<Setup, 'ticker' | 'archetype'>): string => `${ticker} ${archetype}`

/** Whether a flag on a day belongs to a new episode. */
export const beginsEpisode = ({ lastFlag }: Setup, day: TradingDay): boolean =>
  lastFlag === null || daysBetween(lastFlag, day) > EPISODE_GAP_DAYS

export const episodeKey = ({ ticker, archetype }: Pick<Setup, 'ticker' | 'archetype'>, day: TradingDay): string =>
  `${day}-${ticker}-${archetype}`

/**
 * A setup with its reference price in the shares of today's bars. Bars are restated at a split while a stored price is
 * not, so the close that was stored with it shows how many shares one has become.
 */
export function setupInNewShares(setup: Setup, closeOn: (day: TradingDay) => number | null): Setup {
  const { reference, referenceClose: before, referenceShares = 1 } = setup
  const now = before ? closeOn(before.day) : null
  if (reference === null || !before || now === null || !isRestated(before.close / now)) return setup
  const shares = before.close / now
  return {
    ...setup,
    reference: reference / shares,
    referenceClose: { day: before.day, close: now },
    referenceShares: referenceShares * shares,
  }
}
