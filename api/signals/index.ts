import type { Route } from '../http/route.ts'
import { signalsAiCapitalCycleRoutes } from './ai-capital-cycle-route.ts'
import { signalsAlignmentRoutes } from './alignment-route.ts'
import { signalsBaseRatesCompareRoutes } from './base-rates-compare-route.ts'
import { signalsBaseRatesRoutes } from './base-rates-route.ts'
import { signalsBreakdownRoutes } from './breakdown-route.ts'
import { signalsCascadeRoutes } from './cascade-route.ts'
import { signalsCorrelationsRoutes } from './correlations-route.ts'
import { signalsDiffRoutes } from './diff-route.ts'
import { signalsDrawdownRiskRoutes } from './drawdown-risk-route.ts'
import { signalsExportRoutes } from './export-route.ts'
import { signalsFedwatchRoutes } from './fedwatch-route.ts'
import { signalsFragilityRoutes } from './fragility-route.ts'
import { signalsFrontExpiryRoutes } from './front-expiry-route.ts'
import { signalsGammaRailRoutes } from './gamma-rail-route.ts'
import { signalsGammaRoutes } from './gamma-route.ts'
import { signalsIntradayReplayRoutes } from './intraday-replay-route.ts'
import { signalsIntradayRoutes } from './intraday-route.ts'
import { metricsLatestRoutes } from './metrics-latest-route.ts'
import { signalsRegimeLogRoutes } from './regime-log-route.ts'
import { signalsRevisionsRoutes } from './revisions-route.ts'
import { signalsSectorsRoutes } from './sectors-route.ts'
import { sentimentComparisonRoutes } from './sentiment-comparison-route.ts'
import { signalsRoutes } from './signals-route.ts'
import { signalsSparklinesRoutes } from './sparklines-route.ts'
import { signalsVelocityRoutes } from './velocity-route.ts'

export const SIGNAL_ROUTES: readonly Route[] = [
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
  ...signalsRegimeLogRoutes,
  ...signalsVelocityRoutes,
  ...signalsRevisionsRoutes,
  ...signalsDrawdownRiskRoutes,
  ...signalsBaseRatesRoutes,
  ...signalsBaseRatesCompareRoutes,
]
