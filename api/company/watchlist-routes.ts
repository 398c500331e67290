import type { z } from 'zod'
import {
  type WatchedCompany,
  Watchlist,
  WatchlistChanges,
  WatchRow,
} from '../../shared/domain/contract/company/watchlist.ts'
import { PINNED_MAX } from '../../shared/postgres/company/companies.ts'
import { pinnedRows } from '../../shared/postgres/company/panels.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import { documentRoute } from '../cache/document-route.ts'
import { readExample } from '../openapi/read-example.ts'
import { NOT_COMPUTED } from './panel-route.ts'

type Watched = z.output<typeof WatchedCompany>
type Pinned = Awaited<ReturnType<typeof pinnedRows>>

const NOTHING_PINNED = 'no company is pinned; operators pin with `ops company pin`'

const asOfOf = (rows: Pinned): string | null => {
  const times = rows.flatMap(({ asOf }) => (asOf === null ? [] : [asOf.getTime()]))
  return times.length === 0 ? null : easternIso(new Date(Math.max(...times)))
}

const EMPTY: Omit<Watched, 'ticker' | 'name'> = {
  is_pinned: true,
  as_of: null,
  day: null,
  close: null,
  change: null,
  iv30: null,
  iv_rank: null,
  skew_25_delta: null,
  open_interest: null,
  options_day: null,
  next_report: null,
  implied_move: null,
  reason: NOT_COMPUTED,
}

const watchOf = (document: string | null): WatchRow | null =>
  document === null ? null : WatchRow.parse(JSON.parse(document))

const listOf = (rows: Pinned, reason: string | null): z.input<typeof Watchlist> => ({
  as_of: asOfOf(rows),
  count: rows.length,
  most: PINNED_MAX,
  companies: rows.map(({ ticker, name, document }) => ({
    ...EMPTY,
    ...watchOf(document)?.row,
    ticker,
    name,
    is_pinned: true,
  })),
  reason: reason ?? (rows.length === 0 ? NOTHING_PINNED : null),
})

function changesOf(rows: Pinned, reason: string | null): z.input<typeof WatchlistChanges> {
  const watched = rows.flatMap(({ document }) => watchOf(document) ?? [])
  const changes = watched
    .flatMap((each) => each.changes)
    .toSorted((a, b) => b.materiality - a.materiality || (a.ticker < b.ticker ? -1 : 1))
  const quiet = watched.length === 0 ? NOT_COMPUTED : 'nothing changed by more than is usual'
  return {
    as_of: asOfOf(rows),
    count: changes.length,
    companies: watched.length,
    changes,
    reason: reason ?? (rows.length === 0 ? NOTHING_PINNED : changes.length === 0 ? quiet : null),
  }
}

export const companyWatchlistRoutes = [
  documentRoute({
    path: '/api/v1/company/watchlist',
    class: 'public',
    tag: 'company',
    summary: 'The pinned companies',
    description: 'Pinned companies by ticker, each with its close, its implied volatility and its next report.',
    response: Watchlist,
    responseDescription: 'The watchlist',
    example: readExample(import.meta.url, './watchlist-example.json'),
    topics: ['company'],
    load: async ({ reader }) => ({ value: listOf(await reader.read(pinnedRows), null) }),
    empty: (reason) => listOf([], reason),
  }),
  documentRoute({
    path: '/api/v1/company/watchlist/changes',
    class: 'public',
    tag: 'company',
    summary: 'What changed among the pinned companies, most material first',
    description:
      'Prices, volatility, skew, open interest, estimates, reports, filings and insiders from one day to the next, ordered by their size in units of what is usual.',
    response: WatchlistChanges,
    responseDescription: 'The changes',
    example: readExample(import.meta.url, './watchlist-changes-example.json'),
    topics: ['company'],
    load: async ({ reader }) => ({ value: changesOf(await reader.read(pinnedRows), null) }),
    empty: (reason) => changesOf([], reason),
  }),
]
