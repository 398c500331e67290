import type { Route } from '../route.ts'
import { alertsRoutes } from './alerts.ts'
import { alertsCheckRoutes } from './alerts-check.ts'
import { healthRoutes } from './health.ts'
import { landingRoutes } from './landing.ts'
import { legacyReportsRoutes } from './legacy-reports.ts'
import { metricsRoutes } from './metrics.ts'
import { reportsRoutes } from './reports.ts'
import { signalsRoutes } from './signals.ts'
import { signalsExportRoutes } from './signals-export.ts'
import { sourceHealthRoutes } from './source-health.ts'
import { statusRoutes } from './status.ts'

export const ROUTES: readonly Route[] = [
  ...landingRoutes,
  ...healthRoutes,
  ...statusRoutes,
  ...sourceHealthRoutes,
  ...reportsRoutes,
  ...legacyReportsRoutes,
  ...signalsRoutes,
  ...signalsExportRoutes,
  ...alertsRoutes,
  ...alertsCheckRoutes,
  ...metricsRoutes,
]
