import type { Route } from '../http/route.ts'
import { reportPage } from './report-page.ts'
import { reportsPage } from './reports-page.ts'
import { tapePage } from './tape-page.ts'
import { todayPage } from './today-page.ts'

/** The pages for people; each is linked from `/`. */
export const PAGE_ROUTES: readonly Route[] = [todayPage, tapePage, reportsPage, reportPage]
