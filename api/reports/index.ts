import type { Route } from '../http/route.ts'
import { legacyReportsRoutes } from './legacy-reports-route.ts'
import { reportsRoutes } from './reports-route.ts'

export const REPORT_ROUTES: readonly Route[] = [...reportsRoutes, ...legacyReportsRoutes]
