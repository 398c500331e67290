import type { AlertRow } from '../../shared/postgres/alerts/alerts.ts'
import type { MarketData } from './market/market-data.ts'
import type { Universe } from './market/universe.ts'
import type { TradeMemory } from './orders/trade-memory.ts'
import type { TradingDatabase } from './trading-database.ts'

declare module '../http/context.ts' {
  interface ApiContext {
    /** For changes of accounts and trades, on connections of its own. */
    trading: TradingDatabase
    tradeMemory: TradeMemory
    /** Live quotes and option chains. */
    market: MarketData
    /** The active alerts, worst first; read at most once a second. */
    activeAlerts(): Promise<readonly AlertRow[]>
    /** Every known symbol; rejects like the reader until a list has been read. */
    universe(): Promise<Universe>
    /** Whether orders may trade on a feed with a declared delay. */
    allowDelayedTrading: boolean
  }
}
