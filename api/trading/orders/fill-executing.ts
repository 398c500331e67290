import { AWAITED_FILL_REASONS, CONFIRMATION_REASONS, type TradeReason } from '../../../shared/domain/trading/trade.ts'
import { AppError, errorKind, errorMessage } from '../../../shared/errors.ts'
import { newestStateRef, saveReceipt } from '../../../shared/postgres/receipts/receipts.ts'
import type { Tx } from '../../../shared/postgres/server/db.ts'
import { lockOpenAccount } from '../../../shared/postgres/trading/accounts.ts'
import { accountAfter, currentPositions, postEntry } from '../../../shared/postgres/trading/ledger.ts'
import {
  ended,
  executingTrades,
  lockTrade,
  saveEnd,
  saveFilled,
  type Trade,
} from '../../../shared/postgres/trading/trades.ts'
import { marketAt } from '../../../shared/time/calendar.ts'
import { serviceNow } from '../../database/service-time.ts'
import type { ApiContext } from '../../http/context.ts'
import type { WithCommit } from '../trading-database.ts'
import { judgeFill, type LiveReading, readLive } from './fill-trade.ts'
import type { OrderMarket } from './order-market.ts'
import { retryWithPrices } from './retry-with-prices.ts'
import { fillReceipt } from './trade-receipts.ts'

/** A trade that found no later quote within this time ends without a fill. */
const FILL_WITHIN_MS = 60 * 60_000
const TRADES_AT_A_TIME = 50
const EVERY_MS = 5_000
const ENDING: readonly TradeReason[] = [...CONFIRMATION_REASONS, ...AWAITED_FILL_REASONS]

/**
 * Fills the confirmed trades of delayed feeds, each at the first quote that its vendor dates at or after the
 * confirmation. A pass tries every such trade once, so a trade that cannot fill yet does not delay the others. Every
 * replica does this; the locks of account and trade ensure that a trade is filled once. Returns how many trades have
 * ended.
 */
async function fillExecuting(context: ApiContext, signal?: AbortSignal): Promise<number> {
  let count = 0
  let after: Trade | null = null
  do {
    const page: Trade[] = await context.reader.read((sql) => executingTrades(sql, { after, limit: TRADES_AT_A_TIME }))
    for (const trade of page) {
      if (signal?.aborted) return count
      if (await fillOne(context, trade)) count++
    }
    after = page.length < TRADES_AT_A_TIME ? null : page.at(-1)!
  } while (after)
  return count
}

async function fillOne(context: ApiContext, trade: Trade): Promise<boolean> {
  try {
    return await retryWithPrices(async (withPrices) => {
      const live = await readLive(context, trade, withPrices)
      return await context.trading.write((tx, withCommit) => decideFill(tx, { trade, live, withCommit }))
    })
  } catch (error) {
    // A present obstacle (a locked account, a size that is gone) may be over at the next attempt. An internal failure
    // concerns this trade alone, so the pass continues with the others.
    const failed = { trade_id: trade.id, reason: errorMessage(error) }
    if (!(error instanceof AppError)) context.log.warn(failed, 'trade_fill_failed')
    else if (errorKind(error) !== 'unavailable') context.log.info(failed, 'trade_not_filled_yet')
    return false
  }
}

interface FillInput {
  trade: Trade
  live: LiveReading | AppError
  withCommit: WithCommit
}

async function decideFill(tx: Tx, { trade: { accountId, id }, live, withCommit }: FillInput): Promise<boolean> {
  const [account, trade, now, held, stateRef] = await Promise.all([
    lockOpenAccount(tx, accountId),
    lockTrade(tx, accountId, id),
    serviceNow(tx),
    currentPositions(tx, accountId),
    newestStateRef(tx),
  ])
  if (trade?.status !== 'executing') return false
  const since = trade.confirmedAt!
  // After a step back of the clock the trade still ends after its confirmation.
  const at = now < since ? since : now
  const end = (reason: TradeReason, livePriceE4: number | null = null): true => {
    withCommit(saveEnd(tx, ended(trade, { status: 'rejected', reason, at, livePriceE4 })))
    return true
  }
  if (account.status === 'suspended') return end('account_suspended')
  const isLate = now.getTime() - since.getTime() > FILL_WITHIN_MS
  if (live instanceof Error || !isLaterQuote(live.market, since)) return isLate && end('no_later_quote')
  // The vendor's time decides against the bell: a quote from before it fills, even if it is seen after it.
  if (!isOfSession(live.market)) return end('market_closed')
  try {
    const filled = await judgeFill(tx, { account, trade, held, live, since, now, ending: ENDING })
    if ('reason' in filled) return end(filled.reason, filled.livePriceE4)
    const { fill, entry } = filled
    const executed = ended(trade, { status: 'executed', at, fill, livePriceE4: fill.priceE4 })
    const { cashE4, entries } = accountAfter(account, entry)
    withCommit(saveFilled(tx, executed, { fill, entry: entries }))
    withCommit(postEntry(tx, account, entry))
    withCommit(saveReceipt(tx, fillReceipt({ ...executed, balanceAfterE4: cashE4 }, stateRef)))
    return true
  } catch (error) {
    if (isLate && error instanceof AppError && error.details.code !== undefined) return end('no_later_quote')
    throw error
  }
}

const isLaterQuote = ({ touches }: OrderMarket, since: Date): boolean =>
  [...touches.values()].every(({ quotedAt }) => quotedAt >= since)

const isOfSession = ({ touches }: OrderMarket): boolean =>
  [...touches.values()].every(({ quotedAt }) => marketAt(new Date(quotedAt.getTime() - 1)).phase !== 'closed')

/** Fills waiting trades until the returned function is called. */
export function keepFilling(context: ApiContext): () => Promise<void> {
  let current: Promise<unknown> = Promise.resolve()
  let isRunning = false
  const stopping = new AbortController()
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    current = fillExecuting(context, stopping.signal)
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) context.log.warn({ error: errorMessage(error) }, 'trades_not_filled')
      })
      .finally(() => {
        isRunning = false
      })
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await current
  }
}
