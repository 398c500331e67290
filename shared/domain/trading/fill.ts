import type { PricedSide } from './order-price.ts'

/** The version of the rule of fills: 1 filled at the quoted price, 2 fills at the live touch bounded by the worst price. */
export const FILL_RULES_VERSION = 2

/** A live quote of this age is still the market of the moment; an older one would let a faster feed trade on the past. */
const FILL_AGE_MAX_MS = 5_000

/** The side of an order; null for a package, whose net price is a debit when it is above zero. */
type OrderSide = PricedSide | null

/** The worst price at which a quote may be filled: the quoted price and its tolerance, against the account. */
export const worstPriceE4 = (side: OrderSide, quotedE4: number, toleranceE4: number): number =>
  side === 'sell' ? Math.max(0, quotedE4 - toleranceE4) : quotedE4 + toleranceE4

/** Only a price that is worse for the account ends a trade; a better one belongs to the account. */
export const isBeyondWorst = (side: OrderSide, priceE4: number, worstE4: number): boolean =>
  side === 'sell' ? priceE4 < worstE4 : priceE4 > worstE4

interface DatedTouch {
  quotedAt: Date
  delaySeconds: number
}

/**
 * Returns whether a touch can fill an order that was quoted from another one: it must not be older than that quote, and
 * on a live feed it must be at most five seconds old. A feed of slow names that repeats an old touch therefore fills
 * nothing.
 */
export function canFill(touch: DatedTouch, quotedAt: Date, now: Date): boolean {
  if (touch.quotedAt < quotedAt) return false
  return touch.delaySeconds > 0 || now.getTime() - touch.quotedAt.getTime() <= FILL_AGE_MAX_MS
}

/** Returns how far the fill lies from the quoted price in basis points; positive when it is worse for the account. */
export function driftBps(side: OrderSide, quotedE4: number, fillE4: number): number | null {
  if (quotedE4 === 0) return fillE4 === 0 ? 0 : null
  const worse = side === 'sell' ? quotedE4 - fillE4 : fillE4 - quotedE4
  return Math.round((worse / Math.abs(quotedE4)) * 1_000_000) / 100
}
