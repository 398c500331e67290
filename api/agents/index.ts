import type { Route } from '../http/route.ts'
import { mcpRoutes } from './mcp-route.ts'
import { positionReadRoutes } from './position-read-route.ts'
import { pulseRoutes } from './pulse-route.ts'

export const AGENT_ROUTES: readonly Route[] = [...positionReadRoutes, ...pulseRoutes, ...mcpRoutes]
