import { LRUCache } from 'lru-cache'
import { QUOTE_VALID_MS } from '../../../shared/domain/trading/trade.ts'
import type { Trade } from '../../../shared/postgres/trading/trades.ts'

const ACCOUNTS_MAX = 10_000
const ACCOUNT_MS = 10 * 60_000
const TRADES_MAX = 20_000

/**
 * What this replica remembers, so that it need not ask before an account is locked. None of it decides anything: behind
 * the lock everything is read, and what turns out otherwise is asked then.
 */
export interface TradeMemory {
  /** What it has promised within the last minute: what was quoted never changes. */
  promised: LRUCache<string, Trade>
  /** Accounts whose orders hang on no price of what they hold. */
  unpriced: LRUCache<number, true>
}

export const createTradeMemory = (): TradeMemory => ({
  promised: new LRUCache({ max: TRADES_MAX, ttl: QUOTE_VALID_MS }),
  unpriced: new LRUCache({ max: ACCOUNTS_MAX, ttl: ACCOUNT_MS }),
})
