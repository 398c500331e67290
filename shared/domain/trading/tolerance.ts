import { type PricedKind, type PricedSide, type TwoSides, touchPrice } from './order-price.ts'

const DOLLAR_E4 = 10_000
const CENT_E4 = 100
const NICKEL_E4 = 500
/** Shares below a dollar are quoted in steps of 1e-4. */
const SMALL_TICK_E4 = 1
const NICKEL_FROM_E4 = 3 * DOLLAR_E4

/**
 * The penny rule, simplified: options tick by one cent below 3 dollars and by five cents from there. Some classes tick
 * by a cent throughout, but none of our feeds reports which.
 */
export function tickE4(kind: PricedKind, priceE4: number): number {
  if (kind === 'option') return priceE4 < NICKEL_FROM_E4 ? CENT_E4 : NICKEL_E4
  return priceE4 < DOLLAR_E4 ? SMALL_TICK_E4 : CENT_E4
}

/** Five basis points of a price, and 2 % of an option's premium. */
const share = (priceE4: number): number => Math.floor(priceE4 / 2_000)
const mostOfPremium = (priceE4: number): number => Math.floor(priceE4 / 50)

type Sides = Pick<TwoSides, 'bidE4' | 'askE4'>

/**
 * Returns how far the fill may lie beyond the quoted price, against the account: the largest of one tick, half the
 * spread and five basis points; for options at most 2 % of the premium, but never below one tick.
 */
export function toleranceOf(kind: PricedKind, side: PricedSide, sides: Sides): number {
  const touchE4 = touchPrice(side, sides)
  const tick = tickE4(kind, touchE4)
  const widest = Math.max(tick, Math.floor((sides.askE4 - sides.bidE4) / 2), share(touchE4))
  return kind === 'stock' ? widest : Math.max(tick, Math.min(widest, mostOfPremium(touchE4)))
}
