import { QUOTE_VALID_MS } from '../../../shared/domain/trading/trade.ts'
import type { Trade } from '../../../shared/postgres/trading/trades.ts'
import { type Kept, keptFor } from '../../cache/kept.ts'

const ACCOUNTS_MAX = 10_000
const ACCOUNT_MS = 10 * 60_000
const TRADES_MAX = 20_000

/**
 * What this replica remembers, so that it need not ask before an account is locked. None of it decides anything: behind
 * the lock everything is read, and what turns out otherwise is asked then.
 */
export interface TradeMemory {
  /** What it has promised within the last minute: what was quoted never changes. */
  promised: Kept<string, Trade>
  /** Accounts whose orders hang on no price of what they hold. */
  unpriced: Kept<number, true>
}

export const createTradeMemory = (): TradeMemory => ({
  promised: keptFor({ keptMs: QUOTE_VALID_MS, max: TRADES_MAX }),
  unpriced: keptFor({ keptMs: ACCOUNT_MS, max: ACCOUNTS_MAX }),
})
