import type { Route } from '../http/route.ts'
import { companyPage } from './company-route.ts'
import { flowPage } from './flow-route.ts'
import { gammaPage } from './gamma-route.ts'
import { opsPage } from './ops-route.ts'
import { reportPage } from './report-route.ts'
import { reportsPage } from './reports-route.ts'
import { screenerPage } from './screener-route.ts'
import { signalPage } from './signal-route.ts'
import { tapePage } from './tape-route.ts'
import { todayPage } from './today-route.ts'
import { tradingPage } from './trading-route.ts'
import { verdictsPage } from './verdicts-route.ts'

/** The pages for people; each is linked from `/`. */
export const PAGE_ROUTES: readonly Route[] = [
  todayPage,
  tapePage,
  gammaPage,
  flowPage,
  signalPage,
  companyPage,
  reportsPage,
  reportPage,
  verdictsPage,
  screenerPage,
  tradingPage,
  opsPage,
]
