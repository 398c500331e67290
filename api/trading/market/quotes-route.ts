import { z } from 'zod'
import { documentRoute } from '../../cache/document-route.ts'
import { readExample } from '../../openapi/read-example.ts'
import { refuseSymbol } from './known-symbol.ts'
import { QuoteAnswer, quoteDocument } from './quote-document.ts'
import { NOT_KNOWN, readQuotes } from './read-quotes.ts'
import { SymbolPath, SymbolsQuery } from './symbol-parameters.ts'

const EXAMPLE = readExample<QuoteAnswer>(import.meta.url, './quote-example.json')

const QuotesAnswer = z.object({
  count: z.int().describe('number of different symbols requested'),
  quotes: z.array(QuoteAnswer).describe('in the order requested'),
  reason: z.string().nullable().describe('why no quote could be read at all; each entry also has its own reason'),
})

const NO_QUOTE = { quote: null, now: null }

export const tradingQuotesRoutes = [
  documentRoute({
    path: '/api/v1/trading/quote/:symbol',
    class: 'public',
    tag: 'trading',
    summary: 'The quote of a symbol',
    description:
      'Price, bid and ask, and how old they are. Providers are tried in the configured order, and an answer is reused ' +
      'for 1 second (15 seconds from a delayed feed). While no provider answers, the last good quote is served with ' +
      'its age and the reason. A listed symbol without a quote is 200 with nulls; any other is 404.',
    params: z.object({ symbol: SymbolPath }),
    errors: ['not_found'],
    response: QuoteAnswer,
    responseDescription: 'The quote, or why there is none',
    example: EXAMPLE,
    topics: [],
    stale: false,
    async load(context, { params: { symbol } }) {
      const [read] = await readQuotes(context, [symbol])
      if (!read?.exists) throw refuseSymbol()
      return { value: read.document }
    },
    empty: (reason, _context, { params: { symbol } }) => quoteDocument(symbol, null, { ...NO_QUOTE, reason }),
  }),
  documentRoute({
    path: '/api/v1/trading/quotes',
    class: 'public',
    tag: 'trading',
    summary: 'Quotes of up to ten symbols',
    description:
      'Like the quote of one symbol, for several at once, with one request to a vendor that takes lists. A repeated ' +
      'symbol is answered once; an unknown or malformed one is an entry with nulls and a reason.',
    query: z.object({ symbols: SymbolsQuery }),
    response: QuotesAnswer,
    responseDescription: 'One entry for each symbol',
    example: {
      count: 2,
      quotes: [quoteDocument('NOPE', null, { ...NO_QUOTE, reason: NOT_KNOWN })],
      reason: null,
    },
    topics: [],
    stale: false,
    async load(context, { query: { symbols } }) {
      const read = await readQuotes(context, symbols)
      return { value: { count: read.length, quotes: read.map(({ document }) => document), reason: null } }
    },
    empty: (reason, _context, { query: { symbols } }) => ({
      count: symbols.length,
      quotes: symbols.map((symbol) => quoteDocument(symbol, null, { ...NO_QUOTE, reason })),
      reason,
    }),
  }),
]
