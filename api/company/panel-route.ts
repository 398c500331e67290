import type { z } from 'zod'
import type { StoredPanel } from '../../pipeline/company/index.ts'
import { readPanel } from '../../shared/postgres/company/panels.ts'
import { documentRoute } from '../cache/document-route.ts'
import type { ApiContext } from '../http/context.ts'
import { refuseMissing } from '../http/errors.ts'
import type { Route } from '../http/route.ts'
import { emptyPanel, unreadPanel } from './empty-panel.ts'
import { TickerParams } from './ticker-parameter.ts'

interface PanelRoute {
  path: string
  panel: StoredPanel
  summary: string
  description: string
  response: z.ZodType
  example: unknown
}

export const NOT_COMPUTED = 'the panel has not been computed yet; panels are computed after the start and each evening'

/** One query: whether the company is scaffolded, and its stored document. */
export async function storedPanel(
  { reader }: ApiContext,
  ticker: string,
  panel: StoredPanel,
): Promise<{ text: string; traceparent: string | null }> {
  const row = await reader.read((sql) => readPanel(sql, ticker, panel))
  if (!row)
    throw refuseMissing(
      'There are no panels of such a company.',
      'GET /api/v1/screener/universe lists the companies with panels; GET /api/v1/company/watchlist lists the pinned ones.',
    )
  const text = row.document ?? JSON.stringify(emptyPanel(row, panel, NOT_COMPUTED))
  return { text, traceparent: row.traceparent }
}

/** A panel that the stage `company` stored, served unchanged; 404 for a ticker that is not scaffolded. */
export const panelRoute = ({ panel, description, ...route }: PanelRoute): Route =>
  documentRoute({
    ...route,
    description: `${description} 404 for a ticker that is not scaffolded; a known one without data has nulls, each with its reason.`,
    class: 'public',
    tag: 'company',
    params: TickerParams,
    errors: ['not_found'],
    responseDescription: 'The panel',
    topics: ['company'],
    load: (context, { params: { ticker } }) => storedPanel(context, ticker, panel),
    empty: (reason, _context, { params: { ticker } }) => unreadPanel(ticker, panel, reason),
  })
