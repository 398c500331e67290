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

/** All orders of a day take a hundredth of the average daily volume at most, or what is displayed. */
const VOLUME_PARTS = 100
/** What an order of a whole day's volume would move the price by: about the volatility of a day. */
export const IMPACT_OF_A_DAY = 0.015

export type OrderPrice =
  /** Per share, and how much of it is beyond the touch. */
  | { priceE4: number; impactE4: number }
  /** `size_exceeds_liquidity`: so much could be had. */
  | { availableQuantity: number }

/** What the same account has of the same side already, promised or filled. */
export interface LiquidityTaken {
  /** Of what is displayed. */
  lastMinute: number
  /** The last minute included. */
  today: number
}
const NOTHING_TAKEN: LiquidityTaken = { lastMinute: 0, today: 0 }

/**
 * Price per share of an order. What is displayed trades at the touch. Shares above it pay the square root of their share
 * of the average daily volume, and so much of the whole as is above; contracts above it are refused. An order in slices
 * is one order: each pays what it adds to the impact of those before it. Rounded against whoever trades. A size nobody
 * displays is none.
 */
export function orderPrice(
  kind: PricedKind,
  { side, quantity }: { side: PricedSide; quantity: number },
  sides: TwoSides,
  averageVolume: number | null,
  taken: LiquidityTaken = NOTHING_TAKEN,
): OrderPrice {
  const touchE4 = touchPrice(side, sides)
  const displayed = Math.floor((side === 'buy' ? sides.askSize : sides.bidSize) ?? 0)
  const left = Math.max(0, displayed - taken.lastMinute)
  if (quantity <= left) return { priceE4: touchE4, impactE4: 0 }
  const volume = kind === 'stock' ? (averageVolume ?? 0) : 0
  const most = Math.max(left, Math.floor(volume / VOLUME_PARTS) - taken.today)
  if (quantity > most) return { availableQuantity: most }
  const weightOf = (whole: number): number => {
    const beyond = Math.max(0, whole - displayed)
    return Math.sqrt(beyond / volume) * beyond
  }
  const added = weightOf(taken.lastMinute + quantity) - weightOf(taken.lastMinute)
  const impactE4 = Math.ceil(touchE4 * IMPACT_OF_A_DAY * (added / quantity))
  return { priceE4: side === 'buy' ? touchE4 + impactE4 : touchE4 - impactE4, impactE4 }
}
