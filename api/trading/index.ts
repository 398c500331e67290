import type { AlertRow } from '../../shared/postgres/alerts/alerts.ts'
import type { Route } from '../http/route.ts'
import { tradingAccountRoutes } from './accounts/account-route.ts'
import { tradingAdminAccountsRoutes } from './accounts/admin-accounts-route.ts'
import { tradingAdminSnapshotsRoutes } from './accounts/admin-snapshots-route.ts'
import { tradingAdminTokensRoutes } from './accounts/admin-tokens-route.ts'
import { tradingEquityRoutes } from './accounts/equity-route.ts'
import { tradingEventsRoutes } from './accounts/events-route.ts'
import { tradingExpiryPreviewRoutes } from './accounts/expiry-preview-route.ts'
import { tradingLedgerRoutes } from './accounts/ledger-route.ts'
import { tradingLimitsRoutes } from './accounts/limits-route.ts'
import { tradingPositionsRoutes } from './accounts/positions-route.ts'
import { tradingScorecardRoutes } from './accounts/scorecard-route.ts'
import { tradingBarsRoutes } from './market/bars-route.ts'
import { tradingCalendarRoutes } from './market/calendar-route.ts'
import { tradingChainRoutes } from './market/chain-route.ts'
import type { MarketData } from './market/market-data.ts'
import { tradingMarketRoutes } from './market/market-route.ts'
import { tradingQuotesRoutes } from './market/quotes-route.ts'
import { tickerSearchRoutes } from './market/ticker-search-route.ts'
import { tradingTickersRoutes } from './market/tickers-route.ts'
import type { Universe } from './market/universe.ts'
import { tradingWakeRoutes } from './market/wake-route.ts'
import { tradingClientOrderRoutes } from './orders/client-order-route.ts'
import { tradingHistoryRoutes } from './orders/history-route.ts'
import type { TradeMemory } from './orders/trade-memory.ts'
import { tradingTradesRoutes } from './orders/trades-route.ts'
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
    /** True if orders may trade on a feed with a declared delay. */
    allowDelayedTrading: boolean
  }
}

export const TRADING_ROUTES: readonly Route[] = [
  ...tradingMarketRoutes,
  ...tradingCalendarRoutes,
  ...tradingQuotesRoutes,
  ...tradingChainRoutes,
  ...tradingBarsRoutes,
  ...tradingWakeRoutes,
  ...tradingTickersRoutes,
  ...tickerSearchRoutes,
  ...tradingAccountRoutes,
  ...tradingPositionsRoutes,
  ...tradingEquityRoutes,
  ...tradingScorecardRoutes,
  ...tradingLimitsRoutes,
  ...tradingTradesRoutes,
  ...tradingClientOrderRoutes,
  ...tradingHistoryRoutes,
  ...tradingLedgerRoutes,
  ...tradingEventsRoutes,
  ...tradingExpiryPreviewRoutes,
  ...tradingAdminAccountsRoutes,
  ...tradingAdminSnapshotsRoutes,
  ...tradingAdminTokensRoutes,
]
