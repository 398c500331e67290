import type { FastifyReply, FastifyRequest } from 'fastify'
import { within } from '../../../shared/deadline.ts'
import { feesFor } from '../../../shared/domain/trading/fees.ts'
import { isBeyondWorst } from '../../../shared/domain/trading/fill.ts'
import { cashPair, fillPostings, type Posting } from '../../../shared/domain/trading/ledger.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import {
  isOverdue,
  legNotionalE4,
  legsCashE4,
  type QuotedLeg,
  TRADE_REASONS,
  type TradeReason,
} from '../../../shared/domain/trading/trade.ts'
import { AppError, errorKind } from '../../../shared/errors.ts'
import type { Tx } from '../../../shared/postgres/server/db.ts'
import { lockOpenAccount } from '../../../shared/postgres/trading/accounts.ts'
import {
  accountAfter,
  currentPositions,
  type NewEntry,
  type Position,
  postEntry,
} from '../../../shared/postgres/trading/ledger.ts'
import { takenRecently } from '../../../shared/postgres/trading/taken-quantities.ts'
import {
  ended,
  lockTrade,
  readTrade,
  saveEnd,
  type Trade,
  type TradeFill,
} from '../../../shared/postgres/trading/trades.ts'
import { marketAt } from '../../../shared/time/calendar.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { readNow, serviceNow } from '../../database/service-time.ts'
import type { ApiContext } from '../../http/context.ts'
import type { ErrorCode } from '../../http/error-catalogue.ts'
import type { ErrorBody } from '../../http/errors.ts'
import { answerOnce, type HttpAnswer, presentedKey } from '../answer-once.ts'
import { callerAccount } from '../caller.ts'
import { refuse } from '../refuse.ts'
import type { WithCommit } from '../trading-database.ts'
import { judgeOrder } from './judge-order.ts'
import {
  hasOldTouch,
  legDetails,
  type OrderMarket,
  readOrderMarket,
  refuseClosed,
  touchesTooOldToFill,
} from './order-market.ts'
import { orderPriceE4 } from './order-quote.ts'
import { readWorthBasis, type WorthBasis } from './order-worth.ts'
import { priceLegs } from './price-legs.ts'
import { retryWithPrices } from './retry-with-prices.ts'
import { TradeDocument, tradeDocument } from './trade-documents.ts'

/** A confirmation waits this long for the live quote; if none arrives, the trade stays pending. */
const LIVE_QUOTE_MS = 1_000

/** The market and the account's worth, read before the account is locked. */
interface LiveReading {
  market: OrderMarket
  basis: WorthBasis
}

/**
 * Reads the live quote without a lock, then decides in one transaction. An outcome that ends the trade is committed and
 * answered; a refusal that leaves it pending is thrown, so that nothing is written.
 */
export async function confirmTrade(
  context: ApiContext,
  tradeId: string,
  http: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const accountId = callerAccount(http.request)
  const remembered = context.tradeMemory.quotedTrades.get(tradeId)
  const trade =
    remembered?.accountId === accountId
      ? remembered
      : await context.reader.read((sql) => readTrade(sql, accountId, tradeId))
  if (!trade) throw refuse('not_found')
  context.tradeMemory.quotedTrades.delete(tradeId)
  const confirmKey = presentedKey(http.request)?.sha256 ?? null
  return await retryWithPrices(async (withPrices) => {
    const live = await readLive(context, trade, withPrices)
    return await answerOnce(context, { ...http, body: null }, (tx, withCommit) =>
      decideConfirmation(tx, { accountId, tradeId, live, confirmKey, withCommit }),
    )
  })
}

async function readLive(context: ApiContext, trade: Trade, withPrices: boolean): Promise<LiveReading | AppError> {
  if (trade.status !== 'pending') return refuse('already_claimed')
  const now = await readNow(context)
  try {
    const basis = await readWorthBasis(context, { accountId: trade.accountId, order: trade, now, withPrices })
    const reading = readOrderMarket(context, { legs: trade.legs, others: basis.instruments ?? [], now })
    reading.catch(() => {})
    const market = await within(LIVE_QUOTE_MS, 'the market', reading)
    return market instanceof Error ? market : { market, basis }
  } catch (error) {
    if (error instanceof AppError && errorKind(error) === 'unavailable') return error
    throw error
  }
}

interface ConfirmationInput {
  accountId: number
  tradeId: string
  live: LiveReading | AppError
  confirmKey: Buffer | null
  withCommit: WithCommit
}

async function decideConfirmation(tx: Tx, input: ConfirmationInput): Promise<HttpAnswer> {
  const { accountId, tradeId, live, confirmKey, withCommit } = input
  // Pipelined on one connection, which answers in this order, so everything is read after the account is locked.
  const [account, trade, now, held] = await Promise.all([
    lockOpenAccount(tx, accountId),
    lockTrade(tx, accountId, tradeId),
    serviceNow(tx),
    currentPositions(tx, accountId),
  ])
  if (!trade) throw refuse('not_found')
  if (trade.status !== 'pending') {
    if (confirmKey && trade.confirmKey?.equals(confirmKey)) return answerOf(trade)
    throw refuseEnded(trade)
  }
  const reject = (reason: TradeReason, livePriceE4: number | null = null, refusal?: AppError): HttpAnswer => {
    const status = reason === 'quote_expired' ? 'expired' : 'rejected'
    const at = reason === 'quote_expired' ? trade.expiresAt : now
    const rejected = ended(trade, { status, reason, at, livePriceE4, confirmKey })
    withCommit(saveEnd(tx, rejected))
    return answerOf(rejected, refusal)
  }
  if (isOverdue(now, trade)) return reject('quote_expired')
  if (marketAt(now).phase === 'closed') return reject('market_closed')
  if (account.status === 'suspended') throw refuse('account_suspended')
  if (live instanceof Error) throw live
  const { market } = live
  refuseOldTouch(trade, market, now)
  const taken = await takenRecently(tx, accountId, trade, { withPending: false })
  const legs = await priceLegs(tx, trade, { account, market, taken, withPending: false, now })
  const fill = fillOf(trade, legs, market, now)
  if (isBeyondWorst(trade.side, fill.priceE4, trade.worstPriceE4)) return reject('price_moved', fill.priceE4)

  const judged = judgeOrder({
    account,
    held,
    underlying: trade.underlying,
    legs,
    feesE4: fill.feesE4,
    basis: live.basis,
    answers: market.answers,
    initiatedLastMinute: 0,
    pendingTrades: 0,
  })
  if (judged instanceof Error) {
    const reason = TRADE_REASONS.find((one) => one === judged.details.code)
    if (reason === undefined) throw judged
    return reject(reason, fill.priceE4, judged)
  }
  const entry = entryOf(trade, { legs, fill, held })
  const executed = ended(trade, { status: 'executed', at: now, fill, livePriceE4: fill.priceE4, confirmKey })
  withCommit(saveEnd(tx, executed))
  withCommit(postEntry(tx, account, entry))
  return answerOf({ ...executed, balanceAfterE4: accountAfter(account, entry).cashE4 })
}

/** A live touch that is too old to fill the trade leaves it pending, like any stale quote. */
function refuseOldTouch({ legs, quotedAt }: Trade, market: OrderMarket, now: Date): void {
  if (hasOldTouch(market, now)) throw refuse('stale_quote')
  const [old] = touchesTooOldToFill(market, quotedAt, now)
  if (old) throw refuse('stale_quote', { ...legDetails(legs, old[0]), age_seconds: Math.round(old[1]) })
}

/** The fill of all legs at the live touch, each with its own impact. */
function fillOf(trade: Trade, legs: readonly QuotedLeg[], { touches }: OrderMarket, now: Date): TradeFill {
  const cashE4 = legsCashE4(legs)
  const feesE4 = feesFor(legs, eastern(now).day)
  return {
    priceE4: orderPriceE4(trade, legs),
    notionalE4: Math.abs(cashE4),
    feesE4,
    totalE4: cashE4 - feesE4,
    legs: legs.map(({ instrument, priceE4, bidE4, askE4 }) => {
      const { quotedAt, source, delaySeconds } = touches.get(instrument)!
      return { priceE4, bidE4, askE4, quotedAt, source, delaySeconds }
    }),
  }
}

interface FilledOrder {
  legs: readonly QuotedLeg[]
  fill: TradeFill
  held: readonly Position[]
}

/** Cash and positions move at the fill, in one entry. */
function entryOf(trade: Trade, { legs, fill, held }: FilledOrder): NewEntry {
  const postings: Posting[] = legs.flatMap((leg) => {
    const { instrument, quantity } = leg
    const before = held.find((one) => one.instrument === instrument) ?? { quantity: 0, costE4: 0 }
    // `judgeOrder` has accepted the order with the account locked, so a position that ends short is allowed to.
    const mayBeShort = before.quantity + quantity < 0
    return fillPostings({ instrument, quantity, notionalE4: legNotionalE4(leg), mayBeShort }, before)
  })
  return {
    kind: 'trade',
    key: `trade:${trade.id}`,
    tradeId: trade.id,
    postings: [...postings, ...cashPair('fees', -fill.feesE4)],
  }
}

/** The answer to a confirmation is a function of the ended trade, so a repeated request can be answered alike. */
function answerOf(trade: Trade, refusal?: AppError): HttpAnswer {
  if (trade.status === 'executed')
    return { status: 200, body: TradeDocument.parse(tradeDocument(trade, trade.endedAt!)) }
  const code = trade.reason as Extract<TradeReason, ErrorCode>
  const cause = code === 'market_closed' ? refuseClosed(trade.endedAt!) : refusal
  const { body } = refuse(code, { ...endDetails(trade), ...(cause?.details.details as ErrorBody['details']) })
  return { status: body.statusCode, body }
}

const endDetails = (trade: Trade): NonNullable<ErrorBody['details']> => ({
  trade_id: trade.id,
  status: trade.status,
  reason: trade.reason,
  ...(trade.reason === 'price_moved'
    ? {
        quoted_price: dollarsOf(trade.priceE4),
        worst_price: dollarsOf(trade.worstPriceE4),
        live_price: dollarsOf(trade.livePriceE4!),
        tolerance: dollarsOf(trade.toleranceE4),
      }
    : {}),
})

/** The refusal of a confirmation or cancellation that comes after the trade has ended. */
export function refuseEnded(trade: Trade): AppError {
  if (trade.status === 'expired') return refuse('quote_expired', endDetails(trade))
  if (trade.status === 'cancelled') return refuse('trade_cancelled', endDetails(trade))
  return refuse('already_claimed', endDetails(trade))
}
