import { alertsCheckRoutes } from './alerts/alerts-check-route.ts'
import { alertsRoutes } from './alerts/alerts-route.ts'
import { tripwiresRoutes } from './alerts/tripwires-route.ts'
import { eventsRoutes } from './events/events-route.ts'
import { signalsTransitionsRoutes } from './events/transitions-route.ts'
import type { Route } from './http/route.ts'
import { legacyReportsRoutes } from './reports/legacy-reports-route.ts'
import { reportsRoutes } from './reports/reports-route.ts'
import { signalsAiCapitalCycleRoutes } from './signals/ai-capital-cycle-route.ts'
import { signalsAlignmentRoutes } from './signals/alignment-route.ts'
import { signalsBaseRatesCompareRoutes } from './signals/base-rates-compare-route.ts'
import { signalsBaseRatesRoutes } from './signals/base-rates-route.ts'
import { signalsBreakdownRoutes } from './signals/breakdown-route.ts'
import { signalsCascadeRoutes } from './signals/cascade-route.ts'
import { signalsCorrelationsRoutes } from './signals/correlations-route.ts'
import { signalsDiffRoutes } from './signals/diff-route.ts'
import { signalsDrawdownRiskRoutes } from './signals/drawdown-risk-route.ts'
import { signalsExportRoutes } from './signals/export-route.ts'
import { signalsFedwatchRoutes } from './signals/fedwatch-route.ts'
import { signalsFragilityRoutes } from './signals/fragility-route.ts'
import { signalsFrontExpiryRoutes } from './signals/front-expiry-route.ts'
import { signalsGammaRailRoutes } from './signals/gamma-rail-route.ts'
import { signalsGammaRoutes } from './signals/gamma-route.ts'
import { signalsIntradayReplayRoutes } from './signals/intraday-replay-route.ts'
import { signalsIntradayRoutes } from './signals/intraday-route.ts'
import { metricsLatestRoutes } from './signals/metrics-latest-route.ts'
import { signalsRegimeLogRoutes } from './signals/regime-log-route.ts'
import { signalsSectorsRoutes } from './signals/sectors-route.ts'
import { sentimentComparisonRoutes } from './signals/sentiment-comparison-route.ts'
import { signalsRoutes } from './signals/signals-route.ts'
import { signalsSparklinesRoutes } from './signals/sparklines-route.ts'
import { signalsVelocityRoutes } from './signals/velocity-route.ts'
import { coherenceRoutes } from './status/coherence-route.ts'
import { healthRoutes } from './status/health-route.ts'
import { landingRoutes } from './status/landing-route.ts'
import { metricsRoutes } from './status/metrics-route.ts'
import { sourceHealthRoutes } from './status/source-health-route.ts'
import { sourceTrendsRoutes } from './status/source-trends-route.ts'
import { statusRoutes } from './status/status-route.ts'
import { tradingAccountRoutes } from './trading/accounts/account-route.ts'
import { tradingAdminAccountsRoutes } from './trading/accounts/admin-accounts-route.ts'
import { tradingAdminSnapshotsRoutes } from './trading/accounts/admin-snapshots-route.ts'
import { tradingAdminTokensRoutes } from './trading/accounts/admin-tokens-route.ts'
import { tradingEquityRoutes } from './trading/accounts/equity-route.ts'
import { tradingEventsRoutes } from './trading/accounts/events-route.ts'
import { tradingExpiryPreviewRoutes } from './trading/accounts/expiry-preview-route.ts'
import { tradingLedgerRoutes } from './trading/accounts/ledger-route.ts'
import { tradingLimitsRoutes } from './trading/accounts/limits-route.ts'
import { tradingPositionsRoutes } from './trading/accounts/positions-route.ts'
import { tradingChainRoutes } from './trading/market/chain-route.ts'
import { tradingMarketRoutes } from './trading/market/market-route.ts'
import { tradingQuotesRoutes } from './trading/market/quotes-route.ts'
import { tradingTickersRoutes } from './trading/market/tickers-route.ts'
import { tradingHistoryRoutes } from './trading/orders/history-route.ts'
import { tradingTradesRoutes } from './trading/orders/trades-route.ts'

export const ROUTES: readonly Route[] = [
  ...landingRoutes,
  ...healthRoutes,
  ...statusRoutes,
  ...sourceHealthRoutes,
  ...sourceTrendsRoutes,
  ...coherenceRoutes,
  ...reportsRoutes,
  ...legacyReportsRoutes,
  ...signalsRoutes,
  ...signalsExportRoutes,
  ...signalsBreakdownRoutes,
  ...signalsAlignmentRoutes,
  ...signalsCascadeRoutes,
  ...sentimentComparisonRoutes,
  ...metricsLatestRoutes,
  ...signalsGammaRoutes,
  ...signalsFrontExpiryRoutes,
  ...signalsGammaRailRoutes,
  ...signalsAiCapitalCycleRoutes,
  ...signalsIntradayReplayRoutes,
  ...signalsSectorsRoutes,
  ...signalsCorrelationsRoutes,
  ...signalsFedwatchRoutes,
  ...signalsFragilityRoutes,
  ...signalsSparklinesRoutes,
  ...signalsIntradayRoutes,
  ...signalsDiffRoutes,
  ...signalsTransitionsRoutes,
  ...signalsRegimeLogRoutes,
  ...signalsVelocityRoutes,
  ...signalsDrawdownRiskRoutes,
  ...signalsBaseRatesRoutes,
  ...signalsBaseRatesCompareRoutes,
  ...alertsRoutes,
  ...alertsCheckRoutes,
  ...eventsRoutes,
  ...tripwiresRoutes,
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
  ...metricsRoutes,
]
