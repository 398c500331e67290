import type { TradeClass, TradeSide } from './trade.ts'

/** Of one instrument, in 1e-4 dollars per share; sizes displayed, null where the vendor does not say. */
export interface TwoSides {
  bidE4: number
  askE4: number
  bidSize: number | null
  askSize: number | null
}

/** Whoever buys pays the ask, whoever sells gets the bid; never the middle. */
export const touchPrice = (side: TradeSide, { bidE4, askE4 }: Pick<TwoSides, 'bidE4' | 'askE4'>): number =>
  side === 'buy' ? askE4 : bidE4

/** Of the average daily volume: more than this is no order for one touch. */
const SHARE_OF_VOLUME_MAX = 0.01
/** What an order of a whole day's volume would move the price by: about the volatility of a day. */
const IMPACT_OF_A_DAY = 0.015

export type OrderPrice =
  | { priceE4: number; impactE4: number }
  /** Refused: at most so much may be traded now. */
  | { availableQuantity: number }

/**
 * Price per share of an order. What is displayed trades at the touch; shares above it pay the square root of their share
 * of the average daily volume, and contracts above it are refused. Rounded against whoever trades. A size nobody
 * displays is none.
 */
export function orderPrice(
  kind: Exclude<TradeClass, 'package'>,
  { side, quantity }: { side: TradeSide; quantity: number },
  sides: TwoSides,
  averageVolume: number | null,
): OrderPrice {
  const touchE4 = touchPrice(side, sides)
  const displayed = Math.floor((side === 'buy' ? sides.askSize : sides.bidSize) ?? 0)
  if (quantity <= displayed) return { priceE4: touchE4, impactE4: 0 }
  const most = kind === 'stock' && averageVolume ? Math.floor(averageVolume * SHARE_OF_VOLUME_MAX) : 0
  if (quantity > Math.max(displayed, most)) return { availableQuantity: Math.max(displayed, most) }
  const beyond = quantity - displayed
  const impact = IMPACT_OF_A_DAY * Math.sqrt(beyond / averageVolume!) * (beyond / quantity)
  const impactE4 = Math.min(Math.ceil(touchE4 * impact), touchE4)
  return { priceE4: side === 'buy' ? touchE4 + impactE4 : touchE4 - impactE4, impactE4 }
}

const TICK_E4 = 100
/** Below a dollar a share is quoted to 1e-4. */
const SMALL_TICK_E4 = 1
const DOLLAR_E4 = 10_000
const OPTION_SHARE_MAX = 0.02

/** How far the same side may be from where it was quoted, either way. */
export function toleranceOf(kind: TradeClass, side: TradeSide, sides: Pick<TwoSides, 'bidE4' | 'askE4'>): number {
  const touchE4 = touchPrice(side, sides)
  const tickE4 = kind === 'stock' && touchE4 < DOLLAR_E4 ? SMALL_TICK_E4 : TICK_E4
  const halfSpreadE4 = Math.floor((sides.askE4 - sides.bidE4) / 2)
  const widest = Math.max(tickE4, halfSpreadE4, Math.floor(touchE4 * 0.0005))
  return kind === 'stock' ? widest : Math.min(widest, Math.floor(touchE4 * OPTION_SHARE_MAX))
}

export const hasMoved = (quotedE4: number, liveE4: number, toleranceE4: number): boolean =>
  Math.abs(liveE4 - quotedE4) > toleranceE4
