import type { Route } from '../http/route.ts'
import { lineageRoutes } from './lineage-route.ts'
import { receiptsRoutes } from './receipts-route.ts'

export const EXPLAIN_ROUTES: readonly Route[] = [...lineageRoutes, ...receiptsRoutes]
