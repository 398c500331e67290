import type { Route } from '../http/route.ts'
import { alertsCheckRoutes } from './alerts-check-route.ts'
import { alertsRoutes } from './alerts-route.ts'
import { customAlertsRoutes } from './custom-alerts-route.ts'
import { tripwiresRoutes } from './tripwires-route.ts'

export const ALERT_ROUTES: readonly Route[] = [
  ...alertsRoutes,
  ...alertsCheckRoutes,
  ...customAlertsRoutes,
  ...tripwiresRoutes,
]
