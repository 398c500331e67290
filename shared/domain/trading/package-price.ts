import {
  type OrderPrice,
  orderPrice,
  type PricedKind,
  type PricedSide,
  type TwoSides,
  touchPrice,
} from './order-price.ts'
import { tickE4 } from './tolerance.ts'

/** One leg of a package, with both sides it is priced between. */
export interface PackageLeg {
  instrument: string
  kind: PricedKind
  /** 1 of a share, 100 of a contract. */
  multiplier: number
  /** What the account gains; negative when it sells. */
  quantity: number
  sides: TwoSides
  /** Of a stock; null: unknown. */
  averageVolume: number | null
}

export interface PricedLeg {
  instrument: string
  quantity: number
  touchE4: number
  priceE4: number
  impactE4: number
  notionalE4: number
}

export type PackagePrice =
  /** What the account pays for the whole (below zero: gets), and what it would at the touch. */
  | { legs: PricedLeg[]; netE4: number; netTouchE4: number; toleranceE4: number }
  /** `size_exceeds_liquidity` of one leg. */
  | { instrument: string; availableQuantity: number }

const sideOf = (quantity: number): PricedSide => (quantity > 0 ? 'buy' : 'sell')

/** What the whole costs at the touch, each leg on its own side; below zero it brings. What a tolerance is about. */
export const netTouchE4 = (legs: readonly Pick<PackageLeg, 'quantity' | 'multiplier' | 'sides'>[]): number =>
  legs.reduce(
    (sum, { quantity, multiplier, sides }) => sum + quantity * multiplier * touchPrice(sideOf(quantity), sides),
    0,
  )

/**
 * How far the net touch may move either way: one tick of the leg on which it is worth most, half the spread of the whole,
 * five basis points of the net, the largest; at most 2 % of what the legs are worth, bought and sold taken alike, because
 * a net near nothing would allow no move at all. All for the whole order.
 */
export function packageToleranceE4(legs: readonly Omit<PackageLeg, 'instrument' | 'averageVolume'>[]): number {
  const touches = legs.map((leg) => ({ ...leg, touchE4: touchPrice(sideOf(leg.quantity), leg.sides) }))
  const sized = touches.map((leg) => ({ ...leg, size: Math.abs(leg.quantity) * leg.multiplier }))
  const tick = Math.max(...sized.map(({ kind, size, touchE4 }) => size * tickE4(kind, touchE4)))
  const spread = sized.reduce((sum, { size, sides }) => sum + size * (sides.askE4 - sides.bidE4), 0)
  const widest = Math.max(tick, Math.floor(spread / 2), Math.floor(Math.abs(netTouchE4(legs)) / 2_000))
  const worth = sized.reduce((sum, { size, touchE4 }) => sum + size * touchE4, 0)
  return Math.min(widest, Math.floor(worth / 50))
}

/** All legs or none, at one net price. */
export function packagePrice(legs: readonly PackageLeg[]): PackagePrice {
  const priced: PricedLeg[] = []
  for (const { instrument, kind, multiplier, quantity, sides, averageVolume } of legs) {
    const side = sideOf(quantity)
    const size = Math.abs(quantity)
    const price: OrderPrice = orderPrice(kind, { side, quantity: size }, sides, averageVolume)
    if (!('priceE4' in price)) return { instrument, ...price }
    const touchE4 = touchPrice(side, sides)
    priced.push({ instrument, quantity, touchE4, ...price, notionalE4: size * multiplier * price.priceE4 })
  }
  const netE4 = priced.reduce((sum, { quantity, notionalE4 }) => sum + Math.sign(quantity) * notionalE4, 0)
  return { legs: priced, netE4, netTouchE4: netTouchE4(legs), toleranceE4: packageToleranceE4(legs) }
}
