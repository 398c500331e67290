/** Bid and ask of an instrument, in 1e-4 dollars for one share; sizes as displayed, null if the vendor gives none. */
export interface TwoSides {
  bidE4: number
  askE4: number
  bidSize: number | null
  askSize: number | null
}

export type PricedKind = 'stock' | 'option'
export type PricedSide = 'buy' | 'sell'

/** A buyer pays the ask and a seller gets the bid; never the middle. */
export const touchPrice = (side: PricedSide, { bidE4, askE4 }: Pick<TwoSides, 'bidE4' | 'askE4'>): number =>
  side === 'buy' ? askE4 : bidE4

/**
 * The orders of a day take at most a hundredth of the average daily volume, or the displayed size if that is larger.
 */
const VOLUME_PARTS = 100
/** Price impact of an order for a whole day's volume: about one day's volatility. */
const IMPACT_OF_A_DAY = 0.015

export type OrderPrice =
  /** Price per share, and its part beyond the touch. */
  | { priceE4: number; impactE4: number }
  /** The order exceeds the liquidity (`size_exceeds_liquidity`); this quantity would be available. */
  | { availableQuantity: number }

/** The quantity that the same account already took of the same side, quoted or filled. */
export interface LiquidityTaken {
  /** Quantity within the last five minutes, which reduces the displayed size. */
  recent: number
  /** Quantity today, including the recent one. */
  today: number
}
const NOTHING_TAKEN: LiquidityTaken = { recent: 0, today: 0 }

/**
 * Price per share of an order. The displayed size trades at the touch. Shares beyond it pay an impact: the square root
 * of their share of the average daily volume, times their part of the order. Contracts beyond it are refused. Slices of
 * an order count as one order: each pays what it adds to the impact of the previous ones. Rounded against the trader. A
 * missing size counts as 0.
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
  const left = Math.max(0, displayed - taken.recent)
  if (quantity <= left) return { priceE4: touchE4, impactE4: 0 }
  const volume = kind === 'stock' ? (averageVolume ?? 0) : 0
  const most = Math.max(left, Math.floor(volume / VOLUME_PARTS) - taken.today)
  if (quantity > most) return { availableQuantity: most }
  const weightOf = (whole: number): number => {
    const beyond = Math.max(0, whole - displayed)
    return Math.sqrt(beyond / volume) * beyond
  }
  const added = weightOf(taken.recent + quantity) - weightOf(taken.recent)
  const impactE4 = Math.ceil(touchE4 * IMPACT_OF_A_DAY * (added / quantity))
  return { priceE4: side === 'buy' ? touchE4 + impactE4 : touchE4 - impactE4, impactE4 }
}
