import type { Route } from '../http/route.ts'
import { logRoutes } from './event-log-route.ts'
import { eventsRoutes } from './events-route.ts'
import { signalsTransitionsRoutes } from './transitions-route.ts'

export const EVENT_ROUTES: readonly Route[] = [...signalsTransitionsRoutes, ...eventsRoutes, ...logRoutes]
