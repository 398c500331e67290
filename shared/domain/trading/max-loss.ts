import { collateral } from './collateral.ts'
import { optionBooks } from './option-book.ts'
import { leastWorth } from './payoff.ts'
import { legsCashE4, type QuotedLeg } from './trade.ts'

/**
 * The most an order can lose by itself, price and fees included; null if the loss has no limit. It is exact if all
 * contracts expire on one day, which is nearly always so. Otherwise it is their collateral requirement, which is never
 * less.
 */
export function maxLossE4(legs: readonly QuotedLeg[], feesE4: number): number | null {
  const [book] = optionBooks(legs)
  if (!book) throw new RangeError('an order has at least one leg')
  const { shares, longs, shorts } = book
  const costE4 = feesE4 - legsCashE4(legs)
  const lines = [...longs, ...shorts.map((short) => ({ ...short, quantity: -short.quantity }))]
  const days = new Set(lines.map(({ expiration }) => expiration))
  const worthE4 =
    days.size > 1
      ? -(collateral(legs, new Map()).requiredE4 ?? Number.POSITIVE_INFINITY)
      : leastWorth(shares, lines).worthE4
  return Number.isFinite(worthE4) ? Math.max(0, costE4 - worthE4) : null
}
