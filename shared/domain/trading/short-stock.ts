import { MULTIPLIER } from './instrument.ts'
import type { Contracts } from './option-book.ts'

/** Of a short stock's mark: what it was sold for, which stays, and the maintenance on top. */
export const SHORT_STOCK_PCT = 130

/** Part of a worth, rounded up; by bigint, because the product leaves what a double holds exactly. */
export const shareRoundedUp = (worthE4: number, pct: number): number =>
  Number((BigInt(worthE4) * BigInt(pct) + 99n) / 100n)

export interface CoveredStock {
  requiredE4: number
  /** Calls set aside for it. */
  used: number
  /** Longs that remain for others. */
  left: Contracts[]
}

/**
 * What a short stock asks: 130 % of its mark, or of each share that a long call answers for its strike where that is
 * less, since for so much it can be bought whatever it costs, as long as the call lives. The lowest strikes serve first.
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
  let bare = -shares
  let strikesE4 = 0
  for (const call of serving) {
    const used = Math.min(call.quantity, Math.ceil(bare / MULTIPLIER))
    const covered = Math.min(bare, used * MULTIPLIER)
    strikesE4 += covered * call.strikeE4
    bare -= covered
    taken.set(call, used)
  }
  return {
    requiredE4: strikesE4 + shareRoundedUp(bare * unitE4, SHORT_STOCK_PCT),
    used: [...taken.values()].reduce((sum, used) => sum + used, 0),
    left: longs
      .map((long) => ({ ...long, quantity: long.quantity - (taken.get(long) ?? 0) }))
      .filter(({ quantity }) => quantity > 0),
  }
}
