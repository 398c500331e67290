import type { FastifyReply, FastifyRequest } from 'fastify'
import { cashPair, fillPostings, type Posting } from '../../../shared/domain/trading/ledger.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import { hasMoved } from '../../../shared/domain/trading/tolerance.ts'
import { isOverdue, legNotionalE4, TRADE_REASONS, type TradeReason } from '../../../shared/domain/trading/trade.ts'
import { AppError, errorKind } from '../../../shared/errors.ts'
import type { Tx } from '../../../shared/postgres/server/db.ts'
import {
  behindEntry,
  currentPositions,
  type NewEntry,
  type Position,
  postEntry,
} from '../../../shared/postgres/trading/ledger.ts'
import { ended, lockTrade, readTrade, saveEnd, type Trade } from '../../../shared/postgres/trading/trades.ts'
import { marketAt } from '../../../shared/time/calendar.ts'
import { withDeadline } from '../../database/deadline.ts'
import { readNow, serviceNow } from '../../database/service-time.ts'
import type { ApiContext } from '../../http/context.ts'
import type { ErrorCode } from '../../http/error-catalogue.ts'
import type { ErrorBody } from '../../http/errors.ts'
import { lockLiving } from '../accounts/administer-accounts.ts'
import { type Answer, answerOnce, presentedKey } from '../answer-once.ts'
import { callerAccount } from '../caller.ts'
import { refuse } from '../refuse.ts'
import type { WithCommit } from '../trading-database.ts'
import { refuseClosed } from './initiate-trade.ts'
import { judgeOrder } from './judge-order.ts'
import { isAnyBefore, isAnyTooOld, type OrderMarket, readOrderMarket } from './order-market.ts'
import { liveTouchE4, quotedTouchE4 } from './order-quote.ts'
import { readWorthBasis, type WorthBasis, withPrices } from './order-worth.ts'
import { TradeDocument, tradeDocument } from './trade-documents.ts'

/** What a confirmation waits for the live quote; without one the trade stays pending. */
const LIVE_QUOTE_MS = 1_000

interface Live {
  market: OrderMarket
  basis: WorthBasis
}

/**
 * The live quote first, without a lock; then one transaction that decides. What ends the trade is committed and answered,
 * what leaves it pending is thrown, so that nothing has happened.
 */
export async function confirmTrade(
  context: ApiContext,
  tradeId: string,
  http: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const accountId = callerAccount(http.request)
  const promised = context.tradeMemory.promised.get(tradeId)
  const asked =
    promised?.accountId === accountId
      ? promised
      : await context.reader.read((sql) => readTrade(sql, accountId, tradeId))
  if (!asked) throw refuse('not_found')
  context.tradeMemory.promised.delete(tradeId)
  const confirmKey = presentedKey(http.request)?.sha256 ?? null
  return await withPrices(async (sure) => {
    const live = await readLive(context, asked, sure)
    return await answerOnce(context, { ...http, body: null }, (tx, withCommit) =>
      decide(tx, { accountId, tradeId, live, confirmKey, withCommit }),
    )
  })
}

async function readLive(context: ApiContext, trade: Trade, sure: boolean): Promise<Live | AppError> {
  if (trade.status !== 'pending') return refuse('already_claimed')
  const now = await readNow(context)
  try {
    const basis = await readWorthBasis(context, { accountId: trade.accountId, order: trade, now, sure })
    const reading = readOrderMarket(context, { legs: trade.legs, beside: basis.instruments ?? [], now })
    reading.catch(() => {})
    const market = await withDeadline(reading, LIVE_QUOTE_MS, 'the market')
    return market instanceof Error ? market : { market, basis }
  } catch (error) {
    if (error instanceof AppError && errorKind(error) === 'unavailable') return error
    throw error
  }
}

interface Deciding {
  accountId: number
  tradeId: string
  live: Live | AppError
  confirmKey: Buffer | null
  withCommit: WithCommit
}

async function decide(tx: Tx, { accountId, tradeId, live, confirmKey, withCommit }: Deciding): Promise<Answer> {
  // Said at once: the connection answers one after the other, so that all is read behind the account's lock.
  const [account, trade, now, held] = await Promise.all([
    lockLiving(tx, accountId),
    lockTrade(tx, accountId, tradeId),
    serviceNow(tx),
    currentPositions(tx, accountId),
  ])
  if (!trade) throw refuse('not_found')
  if (trade.status !== 'pending') {
    if (confirmKey && trade.confirmKey?.equals(confirmKey)) return answerOf(trade)
    throw refuseEnded(trade)
  }
  const reject = (reason: TradeReason, livePriceE4: number | null = null, refusal?: AppError): Answer => {
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
  if (isAnyTooOld(live.market, now) || isAnyBefore(live.market, trade.quotedAt)) throw refuse('stale_quote')
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
  return answerOf({ ...executed, balanceAfterE4: behindEntry(account, entry).cashE4 })
}

/** The quoted price, to the last 1e-4 dollar; cash and positions move in one entry. */
function entryOf(trade: Trade, held: readonly Position[]): NewEntry {
  const postings: Posting[] = trade.legs.flatMap((leg) => {
    const { instrument, quantity } = leg
    const before = held.find((one) => one.instrument === instrument) ?? { quantity: 0, costE4: 0 }
    // The order has been judged with the account locked: what it leaves short is shorted or covered as it may be.
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

/** How a confirmation ended: a function of the trade, so that it can be said again whenever it is asked. */
function answerOf(trade: Trade, refusal?: AppError): Answer {
  if (trade.status === 'executed')
    return { status: 200, body: TradeDocument.parse(tradeDocument(trade, trade.endedAt!)) }
  const code = trade.reason as Extract<TradeReason, ErrorCode>
  const why = code === 'market_closed' ? refuseClosed(trade.endedAt!) : refusal
  const { body } = refuse(code, { ...endOf(trade), ...(why?.details.details as ErrorBody['details']) })
  return { status: body.statusCode, body }
}

const endOf = (trade: Trade): NonNullable<ErrorBody['details']> => ({
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

/** What whoever comes too late is told. */
export function refuseEnded(trade: Trade): AppError {
  if (trade.status === 'expired') return refuse('quote_expired', endOf(trade))
  if (trade.status === 'cancelled') return refuse('trade_cancelled', endOf(trade))
  return refuse('already_claimed', endOf(trade))
}
