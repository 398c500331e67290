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
  const drawn = returnsOfTrips(trips, closes, market)
  if (trips.length === 0 || drawn === null) return null
  const random = seeded(seed)
  const exposures = Float64Array.from(trips, ({ exposure }) => exposure)
  const gains = new Float64Array(LUCK_ACCOUNTS)
    .map(() => {
      let sum = 0
      for (let at = 0; at < exposures.length; at++) {
        const returns = drawn[at]!
        sum += exposures[at]! * returns[Math.floor(random() * returns.length)]!
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

/**
 * The returns that each trip is drawn from, one for each day on which one of its length could begin; null if even the market
 * has too few closes for one. Trips of one stock and length share them, since thousands of trips are drawn a thousand times.
 */
function returnsOfTrips(
  trips: readonly StockTrip[],
  closes: ReadonlyMap<string, readonly number[]>,
  market: string,
): Float64Array[] | null {
  const known = new Map<string, Float64Array>()
  const drawn: Float64Array[] = []
  for (const { symbol, sessions } of trips) {
    const length = Math.max(1, sessions)
    const from = [symbol, market].find((each) => (closes.get(each)?.length ?? 0) > 2 * length)
    if (from === undefined) return null
    const key = `${from} ${length}`
    const returns = known.get(key) ?? returnsOver(closes.get(from)!, length)
    known.set(key, returns)
    drawn.push(returns)
  }
  return drawn
}

const returnsOver = (path: readonly number[], length: number): Float64Array =>
  Float64Array.from({ length: path.length - length }, (_, from) => path[from + length]! / path[from]! - 1)
