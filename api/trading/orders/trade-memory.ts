import { LRUCache } from 'lru-cache'
import { QUOTE_VALID_MS } from '../../../shared/domain/trading/trade.ts'
import { entriesMax } from '../../../shared/entries-max.ts'
import type { Trade } from '../../../shared/postgres/trading/trades.ts'
import { type ClosedState, createClosedFold } from '../accounts/closed-fold.ts'
import { createCostFold, type FillCosts } from '../accounts/cost-fold.ts'
import type { LedgerFold } from '../accounts/ledger-fold.ts'
import { createLuckMemory, type LuckMemory } from '../accounts/luck-memory.ts'

const ACCOUNTS_MAX = 10_000
const ACCOUNT_MS = 10 * 60_000
const TRADES_MAX = 20_000

/**
 * The memory of this replica, which saves reads before an account is locked. Nothing is decided by it: everything that
 * counts is read again once the account is locked.
 */
export interface TradeMemory {
  /** Trades that this replica quoted within the last minute; the terms of a quote never change. */
  quotedTrades: LRUCache<string, Trade>
  /** Accounts whose last order needed no price of their holdings. */
  accountsWithoutPrices: LRUCache<number, true>
  /** Sums of ledgers, which otherwise take a whole ledger for each answer. */
  folds: { closed: LedgerFold<ClosedState>; costs: LedgerFold<FillCosts> }
  /** Comparisons of scorecards with random accounts. */
  luck: LuckMemory
}

export const createTradeMemory = (): TradeMemory => ({
  quotedTrades: new LRUCache({ ...entriesMax(TRADES_MAX), ttl: QUOTE_VALID_MS }),
  accountsWithoutPrices: new LRUCache({ ...entriesMax(ACCOUNTS_MAX), ttl: ACCOUNT_MS }),
  folds: { closed: createClosedFold(), costs: createCostFold() },
  luck: createLuckMemory(),
})
