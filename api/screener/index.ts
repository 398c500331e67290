import type { Route } from '../http/route.ts'
import { screenerBoardRoutes } from './board-route.ts'
import { screenerCandidatesRoutes } from './candidates-route.ts'
import { screenerContractsRoutes } from './contracts-route.ts'
import { screenerEvidenceRoutes } from './evidence-routes.ts'
import { screenerHouseRoutes } from './house-route.ts'

export const SCREENER_ROUTES: readonly Route[] = [
  ...screenerBoardRoutes,
  ...screenerCandidatesRoutes,
  ...screenerContractsRoutes,
  ...screenerEvidenceRoutes,
  ...screenerHouseRoutes,
]
