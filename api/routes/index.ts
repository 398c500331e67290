import type { Route } from '../route.ts'
import { alertsRoutes } from './alerts.ts'
import { alertsCheckRoutes } from './alerts-check.ts'
import { healthRoutes } from './health.ts'
import { landingRoutes } from './landing.ts'
import { legacyReportsRoutes } from './legacy-reports.ts'
import { metricsRoutes } from './metrics.ts'
import { reportsRoutes } from './reports.ts'
import { signalsRoutes } from './signals.ts'
import { signalsCorrelationsRoutes } from './signals-correlations.ts'
import { signalsExportRoutes } from './signals-export.ts'
import { signalsFedwatchRoutes } from './signals-fedwatch.ts'
import { signalsFragilityRoutes } from './signals-fragility.ts'
import { signalsGammaRoutes } from './signals-gamma.ts'
import { signalsIntradayRoutes } from './signals-intraday.ts'
import { signalsSectorsRoutes } from './signals-sectors.ts'
import { signalsSparklinesRoutes } from './signals-sparklines.ts'
import { sourceHealthRoutes } from './source-health.ts'
import { statusRoutes } from './status.ts'
import { tripwiresRoutes } from './tripwires.ts'

export const ROUTES: readonly Route[] = [
  ...landingRoutes,
  ...healthRoutes,
  ...statusRoutes,
  ...sourceHealthRoutes,
  ...reportsRoutes,
  ...legacyReportsRoutes,
  ...signalsRoutes,
  ...signalsExportRoutes,
  ...signalsGammaRoutes,
  ...signalsSectorsRoutes,
  ...signalsCorrelationsRoutes,
  ...signalsFedwatchRoutes,
  ...signalsFragilityRoutes,
  ...signalsSparklinesRoutes,
  ...signalsIntradayRoutes,
  ...alertsRoutes,
  ...alertsCheckRoutes,
  ...tripwiresRoutes,
  ...metricsRoutes,
]
