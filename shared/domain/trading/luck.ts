import { seeded } from '../seeded.ts'

/** A position in a stock from its entry to an exit. */
export interface StockTrip {
  symbol: string
  /** The money put in, in dollars; below zero for a short position. */
  exposure: number
  /** Sessions between entry and exit; 0 within one session. */
  sessions: number
  /** The gain, in dollars. */
  gain: number
}

export interface Luck {
  accounts: number
  /** The gain that 95 of 100 random accounts stay below, in dollars. */
  ceiling: number
  /** The middle random account, in dollars. */
  median: number
  /** The gain of the real trips, in dollars. */
  own: number
  /** Share of random accounts with a smaller gain, from 0 to 1. */
  rank: number
}

export const LUCK_ACCOUNTS = 1_000
const CEILING = 0.95

/**
 * Compares the trips with those of random accounts, which put the same dollars into the same stocks for as many sessions
 * but begin on random days of `closes`. A stock with too few closes is replaced by `market`. A trip within one session
 * counts as one session, and random accounts pay no costs; both favour them. Null without trips or closes.
 */
export function luckOf(
  trips: readonly StockTrip[],
  closes: ReadonlyMap<string, readonly number[]>,
  { market, seed }: { market: string; seed: number },
): Luck | null {
  const paths = trips.map((trip) => pathOf(trip, closes, market))
  if (trips.length === 0 || paths.some((path) => path === null)) return null
  const random = seeded(seed)
  const gains = Array.from({ length: LUCK_ACCOUNTS }, () =>
    trips.reduce((sum, { exposure, sessions }, index) => {
      const path = paths[index]!
      const length = Math.max(1, sessions)
      const from = Math.floor(random() * (path.length - length))
      return sum + exposure * (path[from + length]! / path[from]! - 1)
    }, 0),
  ).toSorted((a, b) => a - b)
  const own = trips.reduce((sum, { gain }) => sum + gain, 0)
  return {
    accounts: LUCK_ACCOUNTS,
    ceiling: gains[Math.ceil(CEILING * LUCK_ACCOUNTS) - 1]!,
    median: gains[LUCK_ACCOUNTS / 2]!,
    own,
    rank: gains.filter((gain) => gain < own).length / LUCK_ACCOUNTS,
  }
}

/** The closes a trip is drawn from; null if even the market has too few for its length. */
function pathOf(
  { symbol, sessions }: StockTrip,
  closes: ReadonlyMap<string, readonly number[]>,
  market: string,
): readonly number[] | null {
  const isEnough = (path: readonly number[] | undefined) =>
    path !== undefined && path.length > 2 * Math.max(1, sessions)
  const [own, other] = [closes.get(symbol), closes.get(market)]
  return isEnough(own) ? own! : isEnough(other) ? other! : null
}
