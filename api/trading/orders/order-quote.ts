import { worstPriceE4 } from '../../../shared/domain/trading/fill.ts'
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

/** The price of one share of one unit of the order, impact included: net for a package, else that of its leg. */
export const orderPriceE4 = ({ side, quantity: units }: OrderShape, legs: readonly QuotedLeg[]): number =>
  side === null ? legs.reduce((sum, { quantity, priceE4 }) => sum + (quantity / units) * priceE4, 0) : legs[0]!.priceE4

type OrderQuote = Pick<
  TradeQuote,
  'priceE4' | 'bidE4' | 'askE4' | 'toleranceE4' | 'worstPriceE4' | 'quotedAt' | 'source' | 'delaySeconds'
>

/** One price for the whole order, as old as the quote of its oldest leg. */
export function orderQuote(order: Order, legs: readonly QuotedLeg[], touches: Touches): OrderQuote {
  const { quotedAt, source, delaySeconds } = legs
    .map(({ instrument }) => touches.get(instrument)!)
    .reduce((oldest, each) => (each.quotedAt < oldest.quotedAt ? each : oldest))
  const prices = pricesOf(order, legs, touches)
  const worst = worstPriceE4(order.side, prices.priceE4, prices.toleranceE4)
  return { ...prices, worstPriceE4: worst, quotedAt, source, delaySeconds }
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
    priceE4: orderPriceE4(order, legs),
    bidE4: netReverseE4(units),
    askE4: netTouchE4(units),
    toleranceE4: packageToleranceE4(units),
  }
}
