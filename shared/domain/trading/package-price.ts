import { type PricedSide, type TwoSides, touchPrice } from './order-price.ts'
import { tickE4 } from './tolerance.ts'

/** One leg of a package: its number of contracts, negative when sold. All amounts are for one share of one package. */
export interface PackageLeg {
  ratio: number
  sides: Pick<TwoSides, 'bidE4' | 'askE4'>
}

const sideOf = (ratio: number): PricedSide => (ratio > 0 ? 'buy' : 'sell')

/** Net cost of a package at the touch, each leg on its own side; negative if it brings cash. Tolerances refer to it. */
export const netTouchE4 = (legs: readonly PackageLeg[]): number =>
  legs.reduce((sum, { ratio, sides }) => sum + ratio * touchPrice(sideOf(ratio), sides), 0)

/** Net proceeds of reversing the package at the same moment. */
export const netReverseE4 = (legs: readonly PackageLeg[]): number =>
  legs.reduce((sum, { ratio, sides }) => sum + ratio * touchPrice(sideOf(-ratio), sides), 0)

/**
 * Returns how far the net price may lie beyond the quoted one, against the account: the largest of the largest tick of
 * its legs, half the spread of the package, and five basis points of the net; at most 2 % of the gross premium of its
 * legs, but never below that tick. It is not 2 % of the net, because a net near 0 would then allow no move at all.
 */
export function packageToleranceE4(legs: readonly PackageLeg[]): number {
  const sized = legs.map(({ ratio, sides }) => ({
    size: Math.abs(ratio),
    touchE4: touchPrice(sideOf(ratio), sides),
    spreadE4: sides.askE4 - sides.bidE4,
  }))
  const tick = Math.max(...sized.map(({ size, touchE4 }) => size * tickE4('option', touchE4)))
  const spread = sized.reduce((sum, { size, spreadE4 }) => sum + size * spreadE4, 0)
  const widest = Math.max(tick, Math.floor(spread / 2), Math.floor(Math.abs(netTouchE4(legs)) / 2_000))
  const worth = sized.reduce((sum, { size, touchE4 }) => sum + size * touchE4, 0)
  return Math.max(tick, Math.min(widest, Math.floor(worth / 50)))
}
