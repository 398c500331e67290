import type { Route } from '../http/route.ts'
import { flowSymbolRoutes } from './symbol-routes.ts'
import { flowTapeRoutes } from './tape-route.ts'

export const FLOW_ROUTES: readonly Route[] = [...flowTapeRoutes, ...flowSymbolRoutes]
