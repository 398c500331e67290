import type { Route } from '../http/route.ts'
import { eventsRoutes } from './events-route.ts'
import { logRoutes } from './log-routes.ts'
import { signalsTransitionsRoutes } from './transitions-route.ts'

export const EVENT_ROUTES: readonly Route[] = [...signalsTransitionsRoutes, ...eventsRoutes, ...logRoutes]
