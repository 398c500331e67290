import type { Route } from '../http/route.ts'
import { companyFundamentalsRoutes } from './fundamentals-route.ts'
import { companyHistoryRoutes } from './history-routes.ts'
import { companyPanelRoutes } from './panel-routes.ts'
import { companyWatchlistRoutes } from './watchlist-routes.ts'

export const COMPANY_ROUTES: readonly Route[] = [
  ...companyWatchlistRoutes,
  ...companyPanelRoutes,
  ...companyHistoryRoutes,
  ...companyFundamentalsRoutes,
]
