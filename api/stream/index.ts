import type { Route } from '../http/route.ts'
import { socketRoutes } from './socket-route.ts'
import { streamRoutes } from './stream-route.ts'

export const STREAM_ROUTES: readonly Route[] = [...streamRoutes, ...socketRoutes]
