import { QUOTE_VALID_MS } from '../../../shared/domain/trading/trade.ts'
import type { Trade } from '../../../shared/postgres/trading/trades.ts'
import { type Kept, keptFor } from '../../cache/kept.ts'

const ACCOUNTS_MAX = 10_000
const ACCOUNT_MS = 10 * 60_000
const TRADES_MAX = 20_000

/**
 * What this replica remembers, to save reads before an account is locked. Nothing is decided by it: everything that
 * counts is read again once the account is locked.
 */
export interface TradeMemory {
  /** Trades that this replica quoted within the last minute; the terms of a quote never change. */
  quotedTrades: Kept<string, Trade>
  /** Accounts whose last order needed no price of their holdings. */
  accountsWithoutPrices: Kept<number, true>
}

export const createTradeMemory = (): TradeMemory => ({
  quotedTrades: keptFor({ keptMs: QUOTE_VALID_MS, max: TRADES_MAX }),
  accountsWithoutPrices: keptFor({ keptMs: ACCOUNT_MS, max: ACCOUNTS_MAX }),
})
