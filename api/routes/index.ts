import type { Route } from '../route.ts'
import { healthRoutes } from './health.ts'
import { metricsRoutes } from './metrics.ts'
import { signalsRoutes } from './signals.ts'

export const ROUTES: readonly Route[] = [...healthRoutes, ...signalsRoutes, ...metricsRoutes]
