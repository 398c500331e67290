import { MULTIPLIER } from './instrument.ts'
import type { Contracts } from './option-book.ts'

/** Cash required for short stock, in percent of its mark: the proceeds of the sale, which stay, plus maintenance. */
const SHORT_STOCK_PCT = 130

/** A percentage of a worth, rounded up; in bigint, because the product exceeds the integers a double holds. */
export const shareRoundedUp = (worthE4: number, pct: number): number =>
  Number((BigInt(worthE4) * BigInt(pct) + 99n) / 100n)

export interface CoveredStock {
  requiredE4: number
  /** Number of calls set aside for it. */
  used: number
  /** Longs that remain for other shorts. */
  left: Contracts[]
}

/**
 * The cash that short stock requires: 130 % of its mark, or for each share covered by a long call the strike if that is
 * less, because the call can buy the share at that price at any market price. The lowest strikes serve first.
 */
export function coverShortStock(shares: number, longs: readonly Contracts[], markE4: number): CoveredStock {
  const unitE4 = Math.ceil(markE4)
  const mostE4 = shareRoundedUp(unitE4, SHORT_STOCK_PCT)
  const serving = longs
    .filter(({ right, strikeE4 }) => right === 'call' && strikeE4 < mostE4)
    .sort(
      (one, other) =>
        one.strikeE4 - other.strikeE4 ||
        Number(one.expiration > other.expiration) - Number(one.expiration < other.expiration),
    )
  const taken = new Map<Contracts, number>()
  let uncovered = -shares
  let strikesE4 = 0
  for (const call of serving) {
    const used = Math.min(call.quantity, Math.ceil(uncovered / MULTIPLIER))
    const covered = Math.min(uncovered, used * MULTIPLIER)
    strikesE4 += covered * call.strikeE4
    uncovered -= covered
    taken.set(call, used)
  }
  return {
    requiredE4: strikesE4 + shareRoundedUp(uncovered * unitE4, SHORT_STOCK_PCT),
    used: [...taken.values()].reduce((sum, used) => sum + used, 0),
    left: longs
      .map((long) => ({ ...long, quantity: long.quantity - (taken.get(long) ?? 0) }))
      .filter(({ quantity }) => quantity > 0),
  }
}
