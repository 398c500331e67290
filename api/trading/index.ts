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
import { tradingChainRoutes } from './market/chain-route.ts'
import { tradingMarketRoutes } from './market/market-route.ts'
import { tradingQuotesRoutes } from './market/quotes-route.ts'
import { tradingTickersRoutes } from './market/tickers-route.ts'
import { tradingHistoryRoutes } from './orders/history-route.ts'
import { tradingTradesRoutes } from './orders/trades-route.ts'

export const TRADING_ROUTES: readonly Route[] = [
  ...tradingMarketRoutes,
  ...tradingQuotesRoutes,
  ...tradingChainRoutes,
  ...tradingTickersRoutes,
  ...tradingAccountRoutes,
  ...tradingPositionsRoutes,
  ...tradingEquityRoutes,
  ...tradingLimitsRoutes,
  ...tradingTradesRoutes,
  ...tradingHistoryRoutes,
  ...tradingLedgerRoutes,
  ...tradingEventsRoutes,
  ...tradingExpiryPreviewRoutes,
  ...tradingAdminAccountsRoutes,
  ...tradingAdminSnapshotsRoutes,
  ...tradingAdminTokensRoutes,
]
