import type { Order } from '../../../shared/domain/trading/trade.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { Tx } from '../../../shared/postgres/server/db.ts'
import type { Account } from '../../../shared/postgres/trading/accounts.ts'
import type { Position } from '../../../shared/postgres/trading/ledger.ts'
import type { OrderMoment } from '../../../shared/postgres/trading/trades.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { Refusal } from '../../http/errors.ts'
import { refuse } from '../refuse.ts'
import type { HeldAgainst } from './held-against.ts'
import { judgeAtWorst, legsFor, otherBound, type PricedOrder } from './judge-at-worst.ts'
import type { OrderJudgement } from './judge-order.ts'
import type { OrderMarket } from './order-market.ts'
import { orderQuote } from './order-quote.ts'
import type { WorthBasis } from './order-worth.ts'
import { type PricingInput, priceLegs } from './price-legs.ts'

/** The market, the account's worth and the warnings, read before the account is locked. */
export interface Offer {
  market: OrderMarket
  basis: WorthBasis
  heldAgainst: HeldAgainst[] | null
}

/** The facts that an order is judged by: the locked account and the market read before. */
export interface Standing {
  account: Account
  held: readonly Position[]
  moment: OrderMoment
  offer: Offer
}

interface JudgedOffer {
  quote: ReturnType<typeof orderQuote>
  judged: AppError | OrderJudgement
}

export function judgeOffer({ account, held, moment, offer }: Standing, order: PricedOrder): JudgedOffer {
  const { market, basis } = offer
  const { now, pending: pendingTrades, initiatedLastMinute } = moment
  const quote = orderQuote(order, order.legs, market.touches)
  const judged = judgeAtWorst(order, quote, {
    account,
    held,
    underlying: order.underlying,
    basis,
    answers: market.answers,
    initiatedLastMinute,
    pendingTrades,
    day: eastern(now).day,
  })
  return { quote, judged }
}

const quantityIn = (refusal: AppError): number | null =>
  refusal instanceof Refusal && typeof refusal.body.details?.max_quantity === 'number'
    ? refusal.body.details.max_quantity
    : null

/**
 * An order that is too large for the market is answered with the largest one that every leg's market takes and that the
 * account may give too, so that the next attempt need not be refused for another reason; `limited_by` names that reason.
 */
export async function namingMostOfSize(
  tx: Tx,
  refusal: Refusal,
  order: Order,
  { pricing, standing }: { pricing: PricingInput; standing: Standing },
): Promise<Refusal> {
  const quantity = quantityIn(refusal)!
  if (quantity === 0) return refusal
  const smaller = { ...order, quantity, legs: legsFor(order, quantity) }
  const legs = await priceLegs(tx, smaller, pricing)
  if (legs instanceof Error) return await namingMostOfSize(tx, legs, smaller, { pricing, standing })
  const { judged } = judgeOffer(standing, { ...smaller, legs })
  const most = judged instanceof Refusal ? quantityIn(judged) : null
  if (!(judged instanceof Refusal) || most === null) return refusal
  return refuse('size_exceeds_liquidity', {
    ...refusal.body.details,
    max_quantity: most,
    ...otherBound(refusal, judged),
  })
}
