import { z } from 'zod'
import { ETFS, ETFS_AS_OF } from '../../../shared/domain/market/tradeable.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { documentRoute } from '../../cache/document-route.ts'
import { everMembers } from './tickers-view.ts'
import { UNIVERSE_WITHOUT_MEMBERS, type Universe, universeOf } from './universe.ts'

const NO_MEMBERS = 'the list of index members has not been fetched yet: only funds are listed'

const Tickers = z.object({
  count: z.int().describe('number of symbols listed'),
  tickers: z
    .array(
      z.object({
        symbol: z.string().describe('class shares with a dot'),
        name: z.string().nullable().describe('name of the company or fund; null when the list does not give it'),
        sector: z.string().nullable().describe('GICS sector of a stock; null for a fund'),
        kind: z.enum(['stock', 'etf']).describe('a member of the S&P 500, or an exchange-traded fund'),
      }),
    )
    .describe('the tradable symbols, sorted by symbol'),
  sources: z
    .array(
      z.object({
        kind: z.enum(['stock', 'etf']).describe('the kind of symbols on this list'),
        source: z.string().describe('the source of the list'),
        as_of: z.iso.date().describe('Eastern day of the newest list that changed anything'),
        count: z.int().describe('number of symbols on this list'),
      }),
    )
    .describe('the lists that the symbols come from'),
  reason: z.string().nullable().describe('why the list is incomplete; null when it is complete'),
})

function tickersDocument(
  { tradeable, members }: Universe,
  reason: string | null = members ? null : NO_MEMBERS,
): z.infer<typeof Tickers> {
  const tickers = tradeable.flatMap(({ kind, ...ticker }) => (kind === 'index' ? [] : [{ ...ticker, kind }]))
  const stocks = members && {
    kind: 'stock' as const,
    source: `members of the S&P 500, source ${members.source}`,
    as_of: eastern(members.listedAt).day,
    count: members.count,
  }
  const etfs = { kind: 'etf' as const, source: 'liquid funds, picked by hand', as_of: ETFS_AS_OF, count: ETFS.size }
  return { count: tickers.length, tickers, sources: [...(stocks ? [stocks] : []), etfs], reason }
}

export const tradingTickersRoutes = [
  documentRoute({
    path: '/api/v1/trading/tickers',
    class: 'public',
    tag: 'trading',
    summary: 'Every symbol that can be traded',
    description:
      'The members of the S&P 500 as last fetched, and about thirty liquid funds. Indices such as SPX and VIX have a ' +
      'quote but cannot be traded; a company that left the index keeps its quote, but a position in it can only be closed.',
    response: Tickers,
    responseDescription: 'The symbols and the lists they come from',
    example: {
      count: 2,
      tickers: [
        { symbol: 'AAPL', name: 'Apple Inc.', sector: 'Information Technology', kind: 'stock' },
        { symbol: 'SPY', name: 'SPDR S&P 500 ETF Trust', sector: null, kind: 'etf' },
      ],
      sources: [
        { kind: 'stock', source: 'members of the S&P 500, source breadth', as_of: '2026-11-19', count: 503 },
        { kind: 'etf', source: 'liquid funds, picked by hand', as_of: ETFS_AS_OF, count: ETFS.size },
      ],
      reason: null,
    },
    topics: [],
    load: async ({ reader }) => ({ value: tickersDocument(universeOf(await reader.read(everMembers))) }),
    empty: (reason) => tickersDocument(UNIVERSE_WITHOUT_MEMBERS, reason),
  }),
]
