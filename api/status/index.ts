import type { Route } from '../http/route.ts'
import { coherenceRoutes } from './coherence-route.ts'
import { healthRoutes } from './health-route.ts'
import { landingRoutes } from './landing-route.ts'
import { metricsRoutes } from './metrics-route.ts'
import { sourceHealthRoutes } from './source-health-route.ts'
import { sourceTrendsRoutes } from './source-trends-route.ts'
import { statusRoutes } from './status-route.ts'

export const STATUS_ROUTES: readonly Route[] = [
  ...landingRoutes,
  ...healthRoutes,
  ...statusRoutes,
  ...sourceHealthRoutes,
  ...sourceTrendsRoutes,
  ...coherenceRoutes,
  ...metricsRoutes,
]
