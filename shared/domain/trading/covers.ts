import { type Contracts, lotsOf, type OptionBook } from './option-book.ts'

/** The shorts that expire on one day, and the covers set aside for them. */
export interface CoveredDay {
  expiration: string
  shorts: Contracts[]
  /** Long contracts that expire no earlier; each contract serves one day only. */
  longs: Contracts[]
  /** Lots of 100 shares set aside. */
  lots: number
}

export interface Covering {
  days: CoveredDay[]
  /** Short calls without a cover. */
  uncovered: { instrument: string; quantity: number }[]
}

export const shortDays = ({ shorts }: Pick<OptionBook, 'shorts'>): string[] =>
  [...new Set(shorts.map(({ expiration }) => expiration))].sort()

/**
 * Covers for a short in order of preference. `costE4` is what a pair of short and long can lose per share: first the
 * longs that leave no loss (the nearest strike first, to keep better ones for other shorts), then those that leave the
 * least.
 */
function inOrderOfUse(short: Contracts, longs: readonly Contracts[]): Contracts[] {
  const costE4 = (long: Contracts) =>
    short.right === 'call' ? long.strikeE4 - short.strikeE4 : short.strikeE4 - long.strikeE4
  return longs
    .filter(({ right, quantity }) => right === short.right && quantity > 0)
    .sort(
      (one, other) =>
        Math.max(0, costE4(one)) - Math.max(0, costE4(other)) ||
        costE4(other) - costE4(one) ||
        Number(one.expiration > other.expiration) - Number(one.expiration < other.expiration),
    )
}

/**
 * A greedy covering, from the last expiration to the first. A long contract can serve any day up to its own, so what a
 * later day takes could have served the earlier ones as well, and no short call stays uncovered that could be covered.
 * The rest serves the first day. The result is a possible covering, not the cheapest.
 */
export function coverGreedily(book: OptionBook): Covering {
  const pool: Contracts[] = []
  let lots = lotsOf(book.shares)
  const uncovered: Covering['uncovered'] = []
  const days: CoveredDay[] = []
  let unseen = book.longs
  for (const expiration of shortDays(book).reverse()) {
    pool.push(...unseen.filter((long) => long.expiration >= expiration).map((long) => ({ ...long })))
    unseen = unseen.filter((long) => long.expiration < expiration)
    const day: CoveredDay = { expiration, shorts: [], longs: [], lots: 0 }
    for (const short of book.shorts.filter((each) => each.expiration === expiration)) {
      day.shorts.push(short)
      let open = short.quantity
      for (const long of inOrderOfUse(short, pool)) {
        const used = Math.min(open, long.quantity)
        if (used > 0) day.longs.push({ ...long, quantity: used })
        long.quantity -= used
        open -= used
      }
      if (short.right === 'put') continue
      const shares = Math.min(open, lots)
      day.lots += shares
      lots -= shares
      if (open > shares) uncovered.push({ instrument: short.instrument, quantity: open - shares })
    }
    days.unshift(day)
  }
  days[0]?.longs.push(...pool.filter(({ quantity }) => quantity > 0))
  if (days[0]) days[0].lots += lots
  return { days, uncovered }
}
