import type { FastifyReply, FastifyRequest } from 'fastify'
import { feesFor } from '../../../shared/domain/trading/fees.ts'
import { FILL_RULES_VERSION } from '../../../shared/domain/trading/fill.ts'
import { maxLossE4 } from '../../../shared/domain/trading/max-loss.ts'
import { E4_MAX } from '../../../shared/domain/trading/money.ts'
import { legNotionalE4, legsCashE4, type Order, QUOTE_VALID_MS } from '../../../shared/domain/trading/trade.ts'
import type { AppError } from '../../../shared/errors.ts'
import { newestStateRef, saveReceipt } from '../../../shared/postgres/receipts/receipts.ts'
import type { Tx } from '../../../shared/postgres/server/db.ts'
import { lockOpenAccount } from '../../../shared/postgres/trading/accounts.ts'
import { currentPositions } from '../../../shared/postgres/trading/ledger.ts'
import { takenRecently } from '../../../shared/postgres/trading/taken-quantities.ts'
import {
  findClientOrder,
  insertTrade,
  isAnswered,
  newTrade,
  type OrderMoment,
  orderMoment,
  type Trade,
  type TradeQuote,
} from '../../../shared/postgres/trading/trades.ts'
import { marketAt } from '../../../shared/time/calendar.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { readNow } from '../../database/service-time.ts'
import type { ApiContext } from '../../http/context.ts'
import { answerOnce, type HttpAnswer, presentedKey, sha256 } from '../answer-once.ts'
import { callerAccount } from '../caller.ts'
import { refuse } from '../refuse.ts'
import type { WithCommit } from '../trading-database.ts'
import { readHeldAgainst } from './held-against.ts'
import type { PricedOrder } from './judge-at-worst.ts'
import { judgeOffer, namingMostOfSize, type Offer, type Standing } from './judge-offer.ts'
import { hasOldTouch, isExpired, readOrderMarket, refuseClosed } from './order-market.ts'
import { readWorthBasis } from './order-worth.ts'
import { priceLegs } from './price-legs.ts'
import { holdsOf, refuseUntradable } from './refuse-untradable.ts'
import { retryWithPrices } from './retry-with-prices.ts'
import { TradeDocument, tradeDocument, UNLIMITED } from './trade-documents.ts'
import { quoteReceipt } from './trade-receipts.ts'

interface OrderRequest {
  order: Order
  clientOrderId: string | null
  /** The validated body: equal for equal orders. */
  body: unknown
}

/**
 * Quotes a trade for a minute. The market is read before the account is locked, so that no lock is held while a vendor
 * answers; the reading counts only if this request was not answered before.
 */
export async function initiateTrade(
  context: ApiContext,
  wanted: OrderRequest,
  http: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const accountId = callerAccount(http.request)
  const key = presentedKey(http.request)
  const wasAnswered = () => context.reader.read((sql) => isAnswered(sql, accountId, { ...wanted, key }))
  return await retryWithPrices(async (withPrices) => {
    const offer = await readOffer(context, { order: wanted.order, accountId, withPrices, wasAnswered })
    return await answerOnce(context, { ...http, body: wanted.body }, async (tx, withCommit) => {
      const { answer, trade } = await makeTrade(tx, { ...wanted, accountId, offer, withCommit })
      context.tradeMemory.quotedTrades.set(trade.id, trade)
      return answer
    })
  })
}

interface OfferInput {
  order: Order
  accountId: number
  withPrices: boolean
  /** True when an answer is stored already, so that the market need not be read. */
  wasAnswered(): Promise<boolean>
}

async function readOffer(
  context: ApiContext,
  { order, accountId, withPrices, wasAnswered }: OfferInput,
): Promise<Offer | AppError> {
  const now = await readNow(context)
  if (marketAt(now).phase === 'closed') return refuseClosed(now)
  const untradable = await refuseUntradable(context, order, accountId)
  if (untradable) return untradable
  const expired = order.legs.find(({ instrument }) => isExpired(instrument, now))
  if (expired) return refuse('unknown_contract', { instrument: expired.instrument })
  const [basis, answered] = await Promise.all([
    readWorthBasis(context, { accountId, order, now, withPrices }),
    wasAnswered(),
  ])
  if (answered) return refuse('unavailable', { reason: 'the order was answered before, so the market was not read' })
  const [market, heldAgainst] = await Promise.all([
    readOrderMarket(context, {
      legs: order.legs,
      others: basis.instruments ?? [],
      isHeld: holdsOf(context, accountId),
      now,
    }),
    readHeldAgainst(context, order, now),
  ])
  return market instanceof Error ? market : { market, basis, heldAgainst }
}

interface TradeInput extends OrderRequest {
  accountId: number
  offer: Offer | AppError
  withCommit: WithCommit
}

async function makeTrade(
  tx: Tx,
  { order, clientOrderId, body, accountId, offer, withCommit }: TradeInput,
): Promise<{ answer: HttpAnswer; trade: Trade }> {
  const request = sha256(`${order.class} ${JSON.stringify(body)}`)
  // Pipelined on one connection, which answers in this order, so everything is read after the account is locked.
  const [account, moment, held, first, taken, stateRef] = await Promise.all([
    lockOpenAccount(tx, accountId),
    orderMoment(tx, accountId),
    currentPositions(tx, accountId),
    clientOrderId === null ? null : findClientOrder(tx, accountId, clientOrderId),
    takenRecently(tx, accountId, order, { withPending: true }),
    newestStateRef(tx),
  ])
  if (first) {
    if (!first.request.equals(request)) throw refuse('client_order_id_reused')
    return answerWith(200, first, moment)
  }
  if (account.status === 'suspended') throw refuse('account_suspended')
  if (marketAt(moment.now).phase === 'closed') throw refuseClosed(moment.now)
  if (offer instanceof Error) throw offer
  const { market } = offer
  if (hasOldTouch(market, moment.now)) throw refuse('stale_quote')
  const pricing = { account, market, taken, withPending: true, now: moment.now }
  const legs = await priceLegs(tx, order, pricing)
  const standing = { account, held, moment, offer }
  if (legs instanceof Error) throw await namingMostOfSize(tx, legs, order, { pricing, standing })
  const quoted = quoteTrade(standing, { ...order, legs })
  const unnamed = newTrade(account, { ...quoted, clientOrderId, request })
  const receipt = quoteReceipt(unnamed, stateRef)
  const trade = { ...unnamed, rich: { ...unnamed.rich, state_ref: receipt.ref } }
  withCommit(insertTrade(tx, trade))
  withCommit(saveReceipt(tx, receipt))
  return answerWith(201, trade, moment)
}

const answerWith = (status: 200 | 201, trade: Trade, { now }: OrderMoment) => ({
  answer: {
    status,
    body: TradeDocument.parse(tradeDocument(trade, now)),
    trade: { id: trade.id, status: trade.status },
  },
  trade,
})

/** Judges the order with the account locked and returns the terms that the service promises. */
function quoteTrade(standing: Standing, order: PricedOrder): Omit<TradeQuote, 'clientOrderId' | 'request'> {
  const { account, moment, offer } = standing
  const { legs } = order
  const { now } = moment
  if (!legs.every((leg) => legNotionalE4(leg) <= E4_MAX)) throw refuse('size_exceeds_liquidity')
  const cashE4 = legsCashE4(legs)
  const feesE4 = feesFor(legs, eastern(now).day)
  const totalE4 = cashE4 - feesE4
  const { quote, judged } = judgeOffer(standing, order)
  if (judged instanceof Error) throw judged
  const maxLoss = judged.reduces ? 0 : maxLossE4(legs, feesE4)
  return {
    ...order,
    ...quote,
    rulesVersion: FILL_RULES_VERSION,
    notionalE4: Math.abs(cashE4),
    feesE4,
    totalE4,
    rich: {
      held_against: offer.heldAgainst,
      max_loss_e4: maxLoss,
      only_closes: judged.reduces,
      ...(maxLoss === null ? { max_loss_reason: UNLIMITED } : {}),
      requirement_e4: judged.requirementE4,
    },
    cashBeforeE4: account.cashE4,
    cashAfterE4: account.cashE4 + totalE4,
    createdAt: now,
    expiresAt: new Date(now.getTime() + QUOTE_VALID_MS),
  }
}
