import type { FastifyReply, FastifyRequest } from 'fastify'
import { within } from '../../../shared/deadline.ts'
import { cashPair, fillPostings, type Posting } from '../../../shared/domain/trading/ledger.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import { hasMoved } from '../../../shared/domain/trading/tolerance.ts'
import { isOverdue, legNotionalE4, TRADE_REASONS, type TradeReason } from '../../../shared/domain/trading/trade.ts'
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
import { ended, lockTrade, readTrade, saveEnd, type Trade } from '../../../shared/postgres/trading/trades.ts'
import { marketAt } from '../../../shared/time/calendar.ts'
import { readNow, serviceNow } from '../../database/service-time.ts'
import type { ApiContext } from '../../http/context.ts'
import type { ErrorCode } from '../../http/error-catalogue.ts'
import type { ErrorBody } from '../../http/errors.ts'
import { answerOnce, type HttpAnswer, presentedKey } from '../answer-once.ts'
import { callerAccount } from '../caller.ts'
import { refuse } from '../refuse.ts'
import type { WithCommit } from '../trading-database.ts'
import { judgeOrder } from './judge-order.ts'
import { hasOldTouch, hasTouchBefore, type OrderMarket, readOrderMarket, refuseClosed } from './order-market.ts'
import { liveTouchE4, quotedTouchE4 } from './order-quote.ts'
import { readWorthBasis, type WorthBasis } from './order-worth.ts'
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
  const { touches, answers } = live.market
  if (hasOldTouch(live.market, now) || hasTouchBefore(live.market, trade.quotedAt)) throw refuse('stale_quote')
  const livePriceE4 = liveTouchE4(trade, touches)
  if (hasMoved(quotedTouchE4(trade), livePriceE4, trade.toleranceE4)) return reject('price_moved', livePriceE4)

  const { underlying, legs, feesE4 } = trade
  const judged = judgeOrder({
    account,
    held,
    underlying,
    legs,
    feesE4,
    basis: live.basis,
    answers,
    initiatedLastMinute: 0,
    pendingTrades: 0,
  })
  if (judged instanceof Error) {
    const reason = TRADE_REASONS.find((one) => one === judged.details.code)
    if (reason === undefined) throw judged
    return reject(reason, livePriceE4, judged)
  }
  const entry = entryOf(trade, held)
  const executed = ended(trade, { status: 'executed', at: now, livePriceE4, confirmKey })
  withCommit(saveEnd(tx, executed))
  withCommit(postEntry(tx, account, entry))
  return answerOf({ ...executed, balanceAfterE4: accountAfter(account, entry).cashE4 })
}

/** Fills the trade at exactly its quoted price; cash and positions move in one entry. */
function entryOf(trade: Trade, held: readonly Position[]): NewEntry {
  const postings: Posting[] = trade.legs.flatMap((leg) => {
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
    postings: [...postings, ...cashPair('fees', -trade.feesE4)],
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
        quoted_price: dollarsOf(quotedTouchE4(trade)),
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
