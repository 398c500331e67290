import { z } from 'zod'
import { documentRoute } from '../../cache/document-route.ts'
import { refuse } from '../../http/errors.ts'
import { EXAMPLE_QUOTE, QuoteAnswer, quoteDocument } from './quote-document.ts'
import { NOT_KNOWN, readQuotes } from './read-quotes.ts'
import { SymbolPath, SymbolsQuery } from './symbol-parameters.ts'

const QuotesAnswer = z.object({
  count: z.int().describe('symbols asked for, each once'),
  quotes: z.array(QuoteAnswer).describe('in the order asked for'),
  reason: z.string().nullable().describe('why nothing could be read at all; each entry has its own reason'),
})

const NO_QUOTE = { quote: null, now: null }

export const tradingQuotesRoutes = [
  documentRoute({
    path: '/api/v1/trading/quote/:symbol',
    class: 'public',
    tag: 'trading',
    summary: 'The quote of a symbol',
    description:
      'Price, touch and how old they are. It is asked of the providers in the order the service is set to, and reused ' +
      'for a second (15 seconds where the feed is delayed). While no vendor answers, the last good quote is served with ' +
      'its age and the reason. A symbol we know without a quote is 200 with nulls; any other is 404.',
    params: z.object({ symbol: SymbolPath }),
    errors: ['not_found'],
    response: QuoteAnswer,
    responseDescription: 'The quote, or why there is none',
    example: EXAMPLE_QUOTE,
    topics: [],
    stale: false,
    async load(context, { params: { symbol } }) {
      const [read] = await readQuotes(context, [symbol])
      if (!read?.exists) throw refuse('not_found', undefined, 'There is no such symbol.')
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
      'As the quote of one symbol, for several at once: one request to a vendor that takes lists. A symbol named twice ' +
      'is answered once; an unknown or malformed one is an entry with nulls and a reason.',
    query: z.object({ symbols: SymbolsQuery }),
    response: QuotesAnswer,
    responseDescription: 'One entry for each symbol',
    example: {
      count: 2,
      quotes: [EXAMPLE_QUOTE, quoteDocument('NOPE', null, { ...NO_QUOTE, reason: NOT_KNOWN })],
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
