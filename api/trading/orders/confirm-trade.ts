import type { FastifyReply, FastifyRequest } from 'fastify'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import { isOverdue, type TradeReason } from '../../../shared/domain/trading/trade.ts'
import type { AppError } from '../../../shared/errors.ts'
import { newestStateRef, saveReceipt } from '../../../shared/postgres/receipts/receipts.ts'
import type { Tx } from '../../../shared/postgres/server/db.ts'
import { lockOpenAccount } from '../../../shared/postgres/trading/accounts.ts'
import { accountAfter, currentPositions, postEntry } from '../../../shared/postgres/trading/ledger.ts'
import {
  ended,
  isOfPresentClock,
  lockTrade,
  readTrade,
  saveEnd,
  saveExecuting,
  saveFilled,
  type Trade,
} from '../../../shared/postgres/trading/trades.ts'
import { marketAt } from '../../../shared/time/calendar.ts'
import { serviceNow } from '../../database/service-time.ts'
import type { ApiContext } from '../../http/context.ts'
import type { ErrorBody, Refusal } from '../../http/errors.ts'
import { answerOnce, type HttpAnswer, presentedKey } from '../answer-once.ts'
import { callerAccount } from '../caller.ts'
import { refuse, refuseTrade, TRADING_ERRORS } from '../refuse.ts'
import type { WithCommit } from '../trading-database.ts'
import { isDelayed, judgeFill, type LiveReading, readLive, refuseOldTouch } from './fill-trade.ts'
import { refuseClosed } from './order-market.ts'
import { retryWithPrices } from './retry-with-prices.ts'
import { TradeDocument, tradeDocument } from './trade-documents.ts'
import { fillReceipt } from './trade-receipts.ts'

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
  if (!trade) throw refuseTrade()
  context.tradeMemory.quotedTrades.delete(tradeId)
  const confirmKey = presentedKey(http.request)?.sha256 ?? null
  return await retryWithPrices(async (withPrices) => {
    const live = trade.status === 'pending' ? await readLive(context, trade, withPrices) : refuse('already_claimed')
    return await answerOnce(context, { ...http, body: null }, (tx, withCommit) =>
      decideConfirmation(tx, { accountId, tradeId, live, confirmKey, withCommit }),
    )
  })
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
  const [account, trade, now, held, isOfThisClock, stateRef] = await Promise.all([
    lockOpenAccount(tx, accountId),
    lockTrade(tx, accountId, tradeId),
    serviceNow(tx),
    currentPositions(tx, accountId),
    isOfPresentClock(tx, tradeId),
    newestStateRef(tx),
  ])
  if (!trade) throw refuseTrade()
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
  // The clock has stepped since the quote, so its age is unknown.
  if (!isOfThisClock || now < trade.createdAt) return reject('quote_expired')
  if (isOverdue(now, trade)) return reject('quote_expired')
  if (marketAt(now).phase === 'closed') return reject('market_closed')
  if (account.status === 'suspended') throw refuse('account_suspended')
  if (live instanceof Error) throw live
  if (isDelayed(live.market)) {
    refuseOldTouch(live.market, { since: trade.quotedAt, now })
    const executing: Trade = { ...trade, status: 'executing', confirmedAt: now, confirmKey }
    withCommit(saveExecuting(tx, executing))
    return answerOf(executing)
  }
  const filled = await judgeFill(tx, { account, trade, held, live, since: trade.quotedAt, now })
  if ('reason' in filled) return reject(filled.reason, filled.livePriceE4, filled.refusal)
  const executed = ended(trade, {
    status: 'executed',
    at: now,
    fill: filled.fill,
    livePriceE4: filled.fill.priceE4,
    confirmKey,
  })
  const { cashE4, entries } = accountAfter(account, filled.entry)
  const receipt = fillReceipt({ ...executed, balanceAfterE4: cashE4 }, stateRef)
  withCommit(saveFilled(tx, executed, { fill: filled.fill, entry: entries }))
  withCommit(postEntry(tx, account, filled.entry))
  withCommit(saveReceipt(tx, receipt))
  return answerOf({ ...executed, balanceAfterE4: cashE4, fillRef: receipt.ref })
}

/** The answer to a confirmation is a function of the ended trade, so a repeated request can be answered alike. */
function answerOf(trade: Trade, refusal?: AppError): HttpAnswer {
  return { trade: { id: trade.id, status: trade.status }, ...answerTo(trade, refusal) }
}

function answerTo(trade: Trade, refusal?: AppError): HttpAnswer {
  if (trade.status === 'executing')
    return { status: 202, body: TradeDocument.parse(tradeDocument(trade, trade.confirmedAt!)), isFinal: false }
  if (trade.status === 'executed')
    return { status: 200, body: TradeDocument.parse(tradeDocument(trade, trade.endedAt!)) }
  const code = trade.reason
  if (!isErrorCode(code)) return answerOfRefusal(refuseEnded(trade))
  const cause = code === 'market_closed' ? refuseClosed(trade.endedAt!) : refusal
  return answerOfRefusal(refuse(code, { ...endDetails(trade), ...(cause?.details.details as ErrorBody['details']) }))
}

const isErrorCode = (reason: TradeReason | null): reason is TradeReason & keyof typeof TRADING_ERRORS =>
  reason !== null && reason in TRADING_ERRORS

const answerOfRefusal = ({ body }: Refusal): HttpAnswer => ({ status: body.statusCode, body })

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

/** The refusal of a confirmation or cancellation that comes after the trade has ended, or while it executes. */
export function refuseEnded(trade: Trade): Refusal {
  if (trade.status === 'expired') return refuse('quote_expired', endDetails(trade))
  if (trade.status === 'cancelled') return refuse('trade_cancelled', endDetails(trade))
  return refuse('already_claimed', endDetails(trade))
}
