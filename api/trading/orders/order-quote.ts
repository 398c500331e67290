import { touchPrice } from '../../../shared/domain/trading/order-price.ts'
import {
  netReverseE4,
  netTouchE4,
  type PackageLeg,
  packageToleranceE4,
} from '../../../shared/domain/trading/package-price.ts'
import { toleranceOf } from '../../../shared/domain/trading/tolerance.ts'
import type { Order, QuotedLeg } from '../../../shared/domain/trading/trade.ts'
import type { TradeQuote } from '../../../shared/postgres/trading/trades.ts'
import type { LiveTouch } from './order-market.ts'

type Touches = ReadonlyMap<string, LiveTouch>
type OrderShape = Pick<Order, 'side' | 'quantity' | 'legs'>

const packageLegs = ({ quantity, legs }: OrderShape, touches: Touches): PackageLeg[] =>
  legs.map((leg) => ({ ratio: leg.quantity / quantity, sides: touches.get(leg.instrument)! }))

/** The price of one share of one unit of the order at the touch now, to compare with the quoted one. */
export const liveTouchE4 = (order: OrderShape, touches: Touches): number =>
  order.side === null
    ? netTouchE4(packageLegs(order, touches))
    : touchPrice(order.side, touches.get(order.legs[0]!.instrument)!)

/** The same price when the trade was quoted. A package costs its ask and can be given back at its bid. */
export const quotedTouchE4 = ({ side, bidE4, askE4 }: Pick<TradeQuote, 'side' | 'bidE4' | 'askE4'>): number =>
  touchPrice(side ?? 'buy', { bidE4, askE4 })

type OrderQuote = Pick<
  TradeQuote,
  'priceE4' | 'bidE4' | 'askE4' | 'toleranceE4' | 'quotedAt' | 'source' | 'delaySeconds'
>

/** One price for the whole order, as old as the quote of its oldest leg. */
export function orderQuote(order: Order, legs: readonly QuotedLeg[], touches: Touches): OrderQuote {
  const { quotedAt, source, delaySeconds } = legs
    .map(({ instrument }) => touches.get(instrument)!)
    .reduce((oldest, each) => (each.quotedAt < oldest.quotedAt ? each : oldest))
  return { ...pricesOf(order, legs, touches), quotedAt, source, delaySeconds }
}

function pricesOf(order: Order, legs: readonly QuotedLeg[], touches: Touches) {
  const [leg] = legs
  if (order.side !== null) {
    const { bidE4, askE4, priceE4 } = leg!
    const { kind } = touches.get(leg!.instrument)!.instrument
    return { priceE4, bidE4, askE4, toleranceE4: toleranceOf(kind, order.side, { bidE4, askE4 }) }
  }
  const units = packageLegs(order, touches)
  return {
    priceE4: legs.reduce((sum, { quantity, priceE4 }) => sum + (quantity / order.quantity) * priceE4, 0),
    bidE4: netReverseE4(units),
    askE4: netTouchE4(units),
    toleranceE4: packageToleranceE4(units),
  }
}
