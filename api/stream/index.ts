import type { Route } from '../http/route.ts'
import { streamRoutes } from './stream-routes.ts'

export const STREAM_ROUTES: readonly Route[] = [...streamRoutes]
