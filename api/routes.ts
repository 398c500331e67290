import { AGENT_ROUTES } from './agents/index.ts'
import { AI_ROUTES } from './ai/index.ts'
import { ALERT_ROUTES } from './alerts/index.ts'
import { COMPANY_ROUTES } from './company/index.ts'
import { EVENT_ROUTES } from './events/index.ts'
import { EXPLAIN_ROUTES } from './explain/index.ts'
import { FLOW_ROUTES } from './flow/index.ts'
import type { Route } from './http/route.ts'
import { PAGE_ROUTES } from './pages/index.ts'
import { REPORT_ROUTES } from './reports/index.ts'
import { SCREENER_ROUTES } from './screener/index.ts'
import { SIGNAL_ROUTES } from './signals/index.ts'
import { STATUS_ROUTES } from './status/index.ts'
import { STREAM_ROUTES } from './stream/index.ts'
import { TRADING_ROUTES } from './trading/index.ts'
import { WEBHOOK_ROUTES } from './webhooks/index.ts'

/** The routes of every subject. A new route goes into the list of its own folder. */
export const ROUTES: readonly Route[] = [
  ...STATUS_ROUTES,
  ...REPORT_ROUTES,
  ...SIGNAL_ROUTES,
  ...COMPANY_ROUTES,
  ...FLOW_ROUTES,
  ...SCREENER_ROUTES,
  ...ALERT_ROUTES,
  ...AI_ROUTES,
  ...EVENT_ROUTES,
  ...EXPLAIN_ROUTES,
  ...TRADING_ROUTES,
  ...AGENT_ROUTES,
  ...STREAM_ROUTES,
  ...WEBHOOK_ROUTES,
  ...PAGE_ROUTES,
]
