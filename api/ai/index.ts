import type { Route } from '../http/route.ts'
import { gradesRoutes } from './grades-route.ts'
import { historyRoutes } from './history-route.ts'
import { verdictRoutes } from './verdict-route.ts'

export const AI_ROUTES: readonly Route[] = [...verdictRoutes, ...historyRoutes, ...gradesRoutes]
