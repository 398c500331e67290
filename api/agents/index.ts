import type { Route } from '../http/route.ts'
import { positionReadRoutes } from './position-read-route.ts'

export const AGENT_ROUTES: readonly Route[] = [...positionReadRoutes]
