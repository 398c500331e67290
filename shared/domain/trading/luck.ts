import { seeded } from '../seeded.ts'

/** A position in a stock from its entry to an exit. */
export interface StockTrip {
  symbol: string
  /** The money put in, in dollars; below zero for a short position. */
  exposure: number
  /** The session of the entry, counted from any one; trips that are held at the same time are drawn together. */
  from: number
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
 * but begin on random days of `closes`. Trips that overlap keep their distance from each other: stocks fall together, so
 * thirty of them bought on one day are hardly more than one draw. A stock with too few closes is replaced by `market`.
 * A trip within one session counts as one session, and random accounts pay no costs; both favour them. Null without
 * trips or closes.
 */
export function luckOf(
  trips: readonly StockTrip[],
  closes: ReadonlyMap<string, readonly number[]>,
  { market, seed }: { market: string; seed: number },
): Luck | null {
  const drawn = drawnTrips(trips, closes, market)
  if (trips.length === 0 || drawn === null) return null
  const random = seeded(seed)
  const groups = groupsOf(drawn)
  const longest = drawn.reduce((most, { returns }) => Math.max(most, returns.length), 0)
  const gains = new Float64Array(LUCK_ACCOUNTS)
    .map(() => {
      let sum = 0
      for (const group of groups) {
        const start = Math.floor(random() * longest)
        for (const { exposure, returns, offset } of group) {
          const days = returns.length
          // The paths end on the same day, so that one position is the same day in all of them.
          const at = (((start + offset) % longest) + days - (longest % days)) % days
          sum += exposure * returns[at]!
        }
      }
      return sum
    })
    .sort()
  const own = trips.reduce((sum, { gain }) => sum + gain, 0)
  return {
    accounts: LUCK_ACCOUNTS,
    ceiling: gains[Math.ceil(CEILING * LUCK_ACCOUNTS) - 1]!,
    median: gains[LUCK_ACCOUNTS / 2]!,
    own,
    rank: gains.filter((gain) => gain < own).length / LUCK_ACCOUNTS,
  }
}

interface DrawnTrip {
  exposure: number
  from: number
  until: number
  /** The returns of trips of this length, one for each day on which one could begin. */
  returns: Float64Array
  /** Sessions after the first entry of its group. */
  offset: number
}

/**
 * The trips with the returns that each is drawn from, by entry; null if even the market has too few closes for one. Trips
 * of one stock and length share them, since thousands of trips are drawn a thousand times.
 */
function drawnTrips(
  trips: readonly StockTrip[],
  closes: ReadonlyMap<string, readonly number[]>,
  market: string,
): DrawnTrip[] | null {
  const known = new Map<string, Float64Array>()
  const drawn: DrawnTrip[] = []
  for (const { symbol, exposure, from, sessions } of trips.toSorted((a, b) => a.from - b.from)) {
    const length = Math.max(1, sessions)
    const path = [symbol, market].find((each) => (closes.get(each)?.length ?? 0) > 2 * length)
    if (path === undefined) return null
    const key = `${path} ${length}`
    const returns = known.get(key) ?? returnsOver(closes.get(path)!, length)
    known.set(key, returns)
    drawn.push({ exposure, from, until: from + length, returns, offset: 0 })
  }
  return drawn
}

/** Trips, by entry, of which each but the first of its group begins while an earlier one of the group is held. */
function groupsOf(trips: readonly DrawnTrip[]): DrawnTrip[][] {
  const groups: DrawnTrip[][] = []
  let until = Number.NEGATIVE_INFINITY
  for (const trip of trips) {
    const group = groups.at(-1)
    const isApart = group === undefined || trip.from >= until
    if (isApart) groups.push([trip])
    else group.push({ ...trip, offset: trip.from - group[0]!.from })
    until = isApart ? trip.until : Math.max(until, trip.until)
  }
  return groups
}

/** One return for each day of the path but the last; after the end the path goes on at its beginning. */
function returnsOver(path: readonly number[], length: number): Float64Array {
  const days = path.length - 1
  return Float64Array.from({ length: days }, (_, from) => {
    const beyond = from + length - days
    const growth = path[Math.min(from + length, days)]! / path[from]!
    return (beyond > 0 ? growth * (path[beyond]! / path[0]!) : growth) - 1
  })
}
