import { z } from 'zod'
import { HISTORY_DEFAULT, HISTORY_MAX, newest, type StoredPanel } from '../../pipeline/company/index.ts'
import { EstimatesPanel } from '../../shared/domain/contract/company/estimates.ts'
import { OptionsPanel } from '../../shared/domain/contract/company/options.ts'
import { documentRoute } from '../cache/document-route.ts'
import { queryInteger } from '../http/parameters.ts'
import type { Route } from '../http/route.ts'
import { readExample } from '../openapi/read-example.ts'
import { unreadPanel } from './empty-panel.ts'
import { storedPanel } from './panel-route.ts'
import { TickerParams } from './ticker-parameter.ts'

const limited = (most: number, unit: string) =>
  z.object({
    history_limit: queryInteger(
      { min: 1, max: HISTORY_MAX, default: most },
      `${unit}, newest first, 1 to ${HISTORY_MAX}`,
    ),
  })

interface HistoryRoute {
  kind: 'options' | 'estimates'
  unit: string
  summary: string
  description: string
  response: z.ZodType
}

/** A panel with `latest` and `history`; the rows of the default are a document of their own. */
function historyRoute({ kind, unit, ...route }: HistoryRoute): Route {
  const most = HISTORY_DEFAULT[kind]
  const cut = (text: string, limit: number): unknown => {
    const document = JSON.parse(text)
    return { ...document, ...newest(document.history, limit) }
  }
  return documentRoute({
    ...route,
    path: `/api/v1/company/:ticker/${kind}`,
    class: 'public',
    tag: 'company',
    params: TickerParams,
    query: limited(most, unit),
    errors: ['not_found'],
    responseDescription: 'The newest row and the history',
    example: readExample(import.meta.url, `./${kind}-example.json`),
    topics: ['company'],
    async load(context, { params: { ticker }, query: { history_limit: limit } }) {
      const panel: StoredPanel = limit > most ? `${kind}_year` : kind
      const { text, traceparent } = await storedPanel(context, ticker, panel)
      return limit === most ? { text, traceparent } : { value: cut(text, limit), traceparent }
    },
    empty: (reason, _context, { params: { ticker } }) => unreadPanel(ticker, kind, reason),
  })
}

export const companyHistoryRoutes = [
  historyRoute({
    kind: 'options',
    unit: 'sessions',
    summary: 'Implied volatility, moves, skew and open interest of a company’s options',
    description:
      'Rank and percentile of the 30-day volatility, implied moves by expiration and for the next report, skew, term structure, open interest and its velocity: the newest session and its history. Only pinned companies have chains. 404 for a ticker that is not scaffolded; a known one without data has `latest` null, an empty history and a reason.',
    response: OptionsPanel,
  }),
  historyRoute({
    kind: 'estimates',
    unit: 'daily snapshots',
    summary: 'Analysts’ estimates and how fast they are revised',
    description:
      'The newest snapshot of estimates, the velocity of its revisions, and daily snapshots. 404 for a ticker that is not scaffolded; a known one without data has `latest` null, an empty history and a reason.',
    response: EstimatesPanel,
  }),
]
