import { feesFor } from '../../../shared/domain/trading/fees.ts'
import { MULTIPLIER } from '../../../shared/domain/trading/instrument.ts'
import { largestPassing } from '../../../shared/domain/trading/largest-passing.ts'
import type { Order, QuotedLeg } from '../../../shared/domain/trading/trade.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { TradeQuote } from '../../../shared/postgres/trading/trades.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { Refusal } from '../../http/errors.ts'
import { refuse } from '../refuse.ts'
import { judgeOrder, type OrderInput, type OrderJudgement } from './judge-order.ts'

type PricedOrder = Omit<Order, 'legs'> & { legs: readonly QuotedLeg[] }
type Bound = Pick<TradeQuote, 'toleranceE4' | 'worstPriceE4'>
type Rules = Omit<OrderInput, 'legs' | 'feesE4'> & { day: TradingDay }

/** A smaller order of the same kind may pass where these refused. */
const CURED_BY_LESS = new Set<string>([
  'insufficient_funds',
  'insufficient_position',
  'insufficient_buying_power',
  'order_crosses_zero',
  'limit_exceeded',
  'uncovered_short',
])

/**
 * Judges a new order at the worst price at which it may fill, so that an order that was quoted can also be paid for. A
 * refusal that a smaller order would avoid names the largest one that passes (0: none does).
 */
export function judgeAtWorst(order: PricedOrder, bound: Bound, rules: Rules): AppError | OrderJudgement {
  const judge = (quantity: number): AppError | OrderJudgement => judgeQuantity(order, quantity, { ...bound, ...rules })
  const judged = judge(order.quantity)
  if (!(judged instanceof Refusal) || !CURED_BY_LESS.has(judged.body.code)) return judged
  const most = largestPassing(order.quantity - 1, (quantity) => !(judge(quantity) instanceof Error))
  const code = judged.body.code as Parameters<typeof refuse>[0]
  return refuse(code, { ...judged.body.details, max_quantity: most })
}

/** A smaller order is judged at the price of the whole one, whose impact it does not reach. */
function judgeQuantity(order: PricedOrder, quantity: number, { day, ...input }: Bound & Rules) {
  const legs = order.legs.map((leg) => ({ ...leg, quantity: (leg.quantity / order.quantity) * quantity }))
  if (order.side === null) {
    // The net of a package moves as a whole, so its tolerance is kept aside like a fee.
    const reserveE4 = input.toleranceE4 * quantity * MULTIPLIER
    return judgeOrder({ ...input, legs, feesE4: feesFor(legs, day) + reserveE4 })
  }
  const worst = legs.map((leg) => ({ ...leg, priceE4: input.worstPriceE4 }))
  return judgeOrder({ ...input, legs: worst, feesE4: feesFor(worst, day) })
}
