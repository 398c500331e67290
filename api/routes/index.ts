import type { Route } from '../route.ts'
import { alertsRoutes } from './alerts.ts'
import { alertsCheckRoutes } from './alerts-check.ts'
import { coherenceRoutes } from './coherence.ts'
import { eventsRoutes } from './events.ts'
import { healthRoutes } from './health.ts'
import { landingRoutes } from './landing.ts'
import { legacyReportsRoutes } from './legacy-reports.ts'
import { metricsRoutes } from './metrics.ts'
import { metricsLatestRoutes } from './metrics-latest.ts'
import { reportsRoutes } from './reports.ts'
import { sentimentComparisonRoutes } from './sentiment-comparison.ts'
import { signalsRoutes } from './signals.ts'
import { signalsAiCapitalCycleRoutes } from './signals-ai-capital-cycle.ts'
import { signalsAlignmentRoutes } from './signals-alignment.ts'
import { signalsBaseRatesRoutes } from './signals-base-rates.ts'
import { signalsBaseRatesCompareRoutes } from './signals-base-rates-compare.ts'
import { signalsBreakdownRoutes } from './signals-breakdown.ts'
import { signalsCascadeRoutes } from './signals-cascade.ts'
import { signalsCorrelationsRoutes } from './signals-correlations.ts'
import { signalsDiffRoutes } from './signals-diff.ts'
import { signalsDrawdownRiskRoutes } from './signals-drawdown-risk.ts'
import { signalsExportRoutes } from './signals-export.ts'
import { signalsFedwatchRoutes } from './signals-fedwatch.ts'
import { signalsFragilityRoutes } from './signals-fragility.ts'
import { signalsFrontExpiryRoutes } from './signals-front-expiry.ts'
import { signalsGammaRoutes } from './signals-gamma.ts'
import { signalsGammaRailRoutes } from './signals-gamma-rail.ts'
import { signalsIntradayRoutes } from './signals-intraday.ts'
import { signalsIntradayReplayRoutes } from './signals-intraday-replay.ts'
import { signalsRegimeLogRoutes } from './signals-regime-log.ts'
import { signalsSectorsRoutes } from './signals-sectors.ts'
import { signalsSparklinesRoutes } from './signals-sparklines.ts'
import { signalsTransitionsRoutes } from './signals-transitions.ts'
import { signalsVelocityRoutes } from './signals-velocity.ts'
import { sourceHealthRoutes } from './source-health.ts'
import { sourceTrendsRoutes } from './source-trends.ts'
import { statusRoutes } from './status.ts'
import { tradingAccountRoutes } from './trading-account.ts'
import { tradingAdminAccountsRoutes } from './trading-admin-accounts.ts'
import { tradingAdminSnapshotsRoutes } from './trading-admin-snapshots.ts'
import { tradingAdminTokensRoutes } from './trading-admin-tokens.ts'
import { tradingChainRoutes } from './trading-chain.ts'
import { tradingEquityRoutes } from './trading-equity.ts'
import { tradingEventsRoutes } from './trading-events.ts'
import { tradingExpiryPreviewRoutes } from './trading-expiry-preview.ts'
import { tradingHistoryRoutes } from './trading-history.ts'
import { tradingLedgerRoutes } from './trading-ledger.ts'
import { tradingLimitsRoutes } from './trading-limits.ts'
import { tradingMarketRoutes } from './trading-market.ts'
import { tradingPositionsRoutes } from './trading-positions.ts'
import { tradingQuotesRoutes } from './trading-quotes.ts'
import { tradingTickersRoutes } from './trading-tickers.ts'
import { tradingTradesRoutes } from './trading-trades.ts'
import { tripwiresRoutes } from './tripwires.ts'

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
