import { type PricedSide, type TwoSides, touchPrice } from './order-price.ts'
import { tickE4 } from './tolerance.ts'

/** One leg of one package: contracts of it, below zero when sold. All amounts here are for one share of one package. */
export interface PackageLeg {
  ratio: number
  sides: Pick<TwoSides, 'bidE4' | 'askE4'>
}

const sideOf = (ratio: number): PricedSide => (ratio > 0 ? 'buy' : 'sell')

/** What one costs at the touch, each leg on its own side; below zero it brings. What a tolerance is about. */
export const netTouchE4 = (legs: readonly PackageLeg[]): number =>
  legs.reduce((sum, { ratio, sides }) => sum + ratio * touchPrice(sideOf(ratio), sides), 0)

/** What it could be given back for at the same moment. */
export const netReverseE4 = (legs: readonly PackageLeg[]): number =>
  legs.reduce((sum, { ratio, sides }) => sum + ratio * touchPrice(sideOf(-ratio), sides), 0)

/**
 * How far the net touch may move either way: one tick of the leg on which it is worth most, half the spread of the whole,
 * five basis points of the net, the largest; at most 2 % of what the legs are worth, bought and sold taken alike, because
 * a net near nothing would allow no move at all.
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
  return Math.min(widest, Math.floor(worth / 50))
}
