import { z } from 'zod'
import { documentRoute } from '../../cache/document-route.ts'
import { queryInteger } from '../../http/parameters.ts'
import { SEARCHED_CHARS_MAX, searchTickers } from './ticker-search.ts'
import { UNIVERSE_WITHOUT_MEMBERS, type Universe } from './universe.ts'

const RULE = `must be 1 to ${SEARCHED_CHARS_MAX} characters, such as the start of a symbol or a part of a name`
const NO_MEMBERS = 'the list of index members has not been fetched yet: only funds were searched'
const NONE = 'no symbol or name of /api/v1/trading/tickers contains this text'

const Found = z.object({
  query: z.string().describe('the text that was searched, in capitals'),
  count: z.int().describe('number of tickers that fit'),
  tickers: z
    .array(
      z.object({
        symbol: z.string().describe('class shares with a dot'),
        name: z.string().nullable().describe('name of the company or fund; null when the list does not give it'),
        sector: z.string().nullable().describe('GICS sector of a stock; null for a fund'),
        kind: z.string().describe('stock: a member of the S&P 500; etf: an exchange-traded fund'),
      }),
    )
    .describe('the best fits: the symbol itself, then starts of symbols, of words of names, and any part'),
  reason: z.string().nullable().describe('why the list is empty or incomplete; null otherwise'),
})

const Query = z.object({
  q: z
    .string(RULE)
    .trim()
    .min(1, RULE)
    .max(SEARCHED_CHARS_MAX, RULE)
    .toUpperCase()
    .meta({ description: `part of a symbol or name, at most ${SEARCHED_CHARS_MAX} characters`, example: 'micro' }),
  limit: queryInteger({ min: 1, max: 50, default: 10 }, 'maximum number of tickers'),
})

function foundIn(universe: Universe, { q, limit }: z.output<typeof Query>, outage?: string): z.infer<typeof Found> {
  const fits = searchTickers(universe.tradeable, q)
  const incomplete = outage ?? (universe.members ? null : NO_MEMBERS)
  const reason = incomplete ?? (fits.length === 0 ? NONE : null)
  return { query: q, count: fits.length, tickers: fits.slice(0, limit), reason }
}

export const tickerSearchRoutes = [
  documentRoute({
    path: '/api/v1/tickers/search',
    class: 'public',
    tag: 'trading',
    summary: 'Symbols by a part of their symbol or name',
    description:
      'Searches the members of the S&P 500 and the funds of /api/v1/trading/tickers without regard to case. ' +
      'Without a fit the list is empty and `reason` says so.',
    query: Query,
    response: Found,
    responseDescription: 'The tickers that fit best',
    example: {
      query: 'MICRO',
      count: 1,
      tickers: [{ symbol: 'MSFT', name: 'Microsoft', sector: 'Information Technology', kind: 'stock' }],
      reason: null,
    },
    topics: [],
    load: async ({ universe }, { query }) => ({ value: foundIn(await universe(), query) }),
    empty: (reason, _context, { query }) => foundIn(UNIVERSE_WITHOUT_MEMBERS, query, reason),
  }),
]
