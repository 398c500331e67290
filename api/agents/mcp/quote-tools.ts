import { z } from 'zod'
import { SEARCHED_CHARS_MAX } from '../../trading/market/ticker-search.ts'
import { CAVEATS, choose, chooseEach } from './choose-members.ts'
import { barsOf } from './company-parts.ts'
import { ask, isDocument, type Json, urlOf } from './service-call.ts'
import { readTool, type Tool } from './tool.ts'

const QUOTE = [
  'symbol',
  'price',
  'bid',
  'ask',
  'bid_size',
  'ask_size',
  'change_percent',
  'volume',
  'quoted_at',
  'age_seconds',
  'delayed',
  'quality',
  'reason',
]
const CONTRACT = ['contract', 'type', 'strike', 'bid', 'ask', 'iv', 'delta', 'open_interest', 'quality']
const CHAIN = ['symbol', 'underlying_price', 'quoted_at', 'delayed', 'expiration', ...CAVEATS]

/** Expirations that are named in an answer; the chain of any of them can be requested. */
const EXPIRATIONS_SHOWN = 24

const strikeOf = (contract: Json): number => (isDocument(contract) ? Number(contract.strike) : Number.NaN)

/** Contracts at the money first, because a shortened answer leaves out the last ones. */
const nearestFirst = (contracts: readonly Json[], price: Json | undefined): Json[] =>
  typeof price === 'number'
    ? contracts.toSorted((one, other) => Math.abs(strikeOf(one) - price) - Math.abs(strikeOf(other) - price))
    : [...contracts]

export const quoteTools: readonly Tool[] = [
  readTool({
    name: 'get_market_hours',
    title: 'Whether the market is open, or wait for it',
    description:
      'Whether the exchange is open now, and when that changes. Trades are filled only while it is open. With ' +
      'wait_for (needs an agent token of scope trade) it answers when that happens; woken_by null after 50 s means: ' +
      'call it again.',
    input: {
      wait_for: z
        .enum(['open', 'close', 'cycle', 'minute', 'event'])
        .optional()
        .describe('next open, close, report (cycle), minute of the session, or event of your account'),
      after: z.string().optional().describe('with wait_for: the last service_time you saw, so that no event is missed'),
    },
    async run(call, { wait_for, after }) {
      if (wait_for === undefined) return await ask(call, { method: 'GET', url: '/api/v1/trading/market/status' })
      const body = { next: wait_for, ...(after === undefined ? {} : { after }) }
      return await ask(call, { method: 'POST', url: '/api/v1/trading/wake', body })
    },
  }),
  readTool({
    name: 'find_symbols',
    title: 'Find a symbol',
    description: 'Symbols that can be traded (S&P 500 stocks and funds), by a part of the symbol or name.',
    input: {
      text: z.string().trim().min(1).max(SEARCHED_CHARS_MAX).describe('part of a symbol or name, such as micro'),
      limit: z.int().min(1).max(50).default(10).describe('maximum number of symbols'),
    },
    run: (call, { text, limit }) =>
      ask(call, { method: 'GET', url: urlOf('/api/v1/tickers/search', { q: text, limit }) }),
  }),
  readTool({
    name: 'get_quotes',
    title: 'Live quotes',
    description:
      'Price, bid, ask and age of up to ten symbols. A buy fills at the ask, a sale at the bid. With bars: past bars ' +
      'of the first symbol instead, newest first.',
    input: {
      symbols: z.array(z.string()).min(1).max(10).describe('such as ["SPY", "AAPL"]'),
      bars: z.enum(['1d', '15m']).optional().describe('length of the bars; leave out for quotes'),
    },
    async run(call, { symbols, bars }) {
      if (bars !== undefined) return await barsOf(call, symbols[0]!, bars)
      const url = urlOf('/api/v1/trading/quotes', { symbols: symbols.join(',') })
      const document = await ask(call, { method: 'GET', url })
      return { ...choose(document, ['count', ...CAVEATS]), quotes: chooseEach(document.quotes, QUOTE) }
    },
  }),
  readTool({
    name: 'get_option_chain',
    title: 'Option chain',
    description:
      'Calls and puts around the money of one expiration, with bid, ask, volatility, delta and the contract name ' +
      'that a trade needs. Leave expiration out for the nearest one; "expirations" lists the others.',
    input: {
      symbol: z.string().describe('the underlying, such as SPY'),
      expiration: z.string().optional().describe('YYYY-MM-DD, one of "expirations"'),
      strikes: z.int().min(5).max(100).default(5).describe('strikes around the money'),
    },
    more: 'ask for fewer strikes, or with a larger max_bytes',
    async run(call, { symbol, expiration, strikes }) {
      const path = `/api/v1/trading/options/chain/${encodeURIComponent(symbol)}`
      const chain = (day?: string) =>
        ask(call, { method: 'GET', url: urlOf(path, { expiration: day, strike_count: strikes }) })
      let document = await chain(expiration)
      const expirations = Array.isArray(document.expirations) ? document.expirations : []
      const [nearest] = expirations
      if (expiration === undefined && document.expiration === null && typeof nearest === 'string')
        document = await chain(nearest)
      return {
        ...choose(document, CHAIN),
        contracts: nearestFirst(chooseEach(document.contracts, CONTRACT), document.underlying_price),
        expirations: expirations.slice(0, EXPIRATIONS_SHOWN),
        expirations_count: expirations.length,
      }
    },
  }),
]
