/** Both sides of an instrument, in 1e-4 dollars for one share; sizes as displayed, null where a vendor says none. */
export interface TwoSides {
  bidE4: number
  askE4: number
  bidSize: number | null
  askSize: number | null
}

export type PricedKind = 'stock' | 'option'
export type PricedSide = 'buy' | 'sell'

/** Whoever buys pays the ask, whoever sells gets the bid; never the middle. */
export const touchPrice = (side: PricedSide, { bidE4, askE4 }: Pick<TwoSides, 'bidE4' | 'askE4'>): number =>
  side === 'buy' ? askE4 : bidE4

/** One order takes a hundredth of the average daily volume at most. */
const VOLUME_PARTS = 100
/** What an order of a whole day's volume would move the price by: about the volatility of a day. */
export const IMPACT_OF_A_DAY = 0.015

export type OrderPrice =
  /** Per share, and how much of it is beyond the touch. */
  | { priceE4: number; impactE4: number }
  /** `size_exceeds_liquidity`: so much could be had. */
  | { availableQuantity: number }

/**
 * Price per share of an order. What is displayed trades at the touch. Shares above it pay the square root of their share
 * of the average daily volume, and so much of the whole as is above; contracts above it are refused. Rounded against
 * whoever trades. A size nobody displays is none.
 */
export function orderPrice(
  kind: PricedKind,
  { side, quantity }: { side: PricedSide; quantity: number },
  sides: TwoSides,
  averageVolume: number | null,
): OrderPrice {
  const touchE4 = touchPrice(side, sides)
  const displayed = Math.floor((side === 'buy' ? sides.askSize : sides.bidSize) ?? 0)
  if (quantity <= displayed) return { priceE4: touchE4, impactE4: 0 }
  const volume = kind === 'stock' ? (averageVolume ?? 0) : 0
  const most = Math.max(displayed, Math.floor(volume / VOLUME_PARTS))
  if (quantity > most) return { availableQuantity: most }
  const beyond = quantity - displayed
  const impactE4 = Math.ceil(touchE4 * IMPACT_OF_A_DAY * Math.sqrt(beyond / volume) * (beyond / quantity))
  return { priceE4: side === 'buy' ? touchE4 + impactE4 : touchE4 - impactE4, impactE4 }
}
