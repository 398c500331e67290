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

export type PricedOrder = Omit<Order, 'legs'> & { legs: readonly QuotedLeg[] }
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

/** Judges a new order at the worst price at which it may fill, so that an order that was quoted can also be paid for. */
export function judgeAtWorst(order: PricedOrder, bound: Bound, rules: Rules): AppError | OrderJudgement {
  const judged = judgeQuantity(order, order.quantity, { ...bound, ...rules })
  return judged instanceof Error ? namingMost(judged, order, bound, rules) : judged
}

/** The rule that allows no more than the largest quantity, and the limit that it means; empty if nothing is added. */
interface OtherBound {
  limited_by?: string
  bounding_limit?: string
}

/** Names what refuses the next larger order, or what that refusal names in turn, unless the first one already does. */
export function otherBound({ body: { code, details } }: Refusal, next: AppError | OrderJudgement): OtherBound {
  if (!(next instanceof Refusal)) return {}
  const { code: other, details: bound = {} } = next.body
  const { limited_by, bounding_limit } = bound as OtherBound
  if (limited_by !== undefined) return bounding_limit === undefined ? { limited_by } : { limited_by, bounding_limit }
  const limit = other === 'limit_exceeded' ? String(bound.limit) : null
  if (other === code && (limit === null || limit === details?.limit)) return {}
  return limit === null ? { limited_by: other } : { limited_by: other, bounding_limit: limit }
}

/**
 * Adds to a refusal that a smaller order would avoid the largest one that passes at its worst price (0: none does), and
 * the rule that allows no more, if that is another one.
 */
export function namingMost(refusal: AppError, order: PricedOrder, bound: Bound, rules: Rules): AppError {
  if (!(refusal instanceof Refusal) || !CURED_BY_LESS.has(refusal.body.code)) return refusal
  const judge = (quantity: number) => judgeQuantity(order, quantity, { ...bound, ...rules })
  const most = largestPassing(order.quantity - 1, (quantity) => !(judge(quantity) instanceof Error))
  const { code, details } = refusal.body
  const other = otherBound(refusal, judge(most + 1))
  return refuse(code as Parameters<typeof refuse>[0], { ...details, max_quantity: most, ...other })
}

/** Returns the legs of the same order for another quantity. */
export const legsFor = <L extends Order['legs'][number]>(
  order: { legs: readonly L[]; quantity: number },
  quantity: number,
): L[] => order.legs.map((leg) => ({ ...leg, quantity: (leg.quantity / order.quantity) * quantity }))

/** A smaller order is judged at the price of the whole one, whose impact it does not reach. */
function judgeQuantity(order: PricedOrder, quantity: number, { day, ...input }: Bound & Rules) {
  const legs = legsFor(order, quantity)
  if (order.side === null) {
    // The net of a package moves as a whole, so its tolerance is kept aside like a fee.
    const reserveE4 = input.toleranceE4 * quantity * MULTIPLIER
    return judgeOrder({ ...input, legs, feesE4: feesFor(legs, day) + reserveE4 })
  }
  const worst = legs.map((leg) => ({ ...leg, priceE4: input.worstPriceE4 }))
  return judgeOrder({ ...input, legs: worst, feesE4: feesFor(worst, day) })
}
