import { fillFix } from '../../http/fill-fix.ts'
import { type Document, isDocument, type Json } from './service-call.ts'

const NO_TOKEN =
  'Ask the operator of this service for the token of a paper account (npm run -s ops -- account add "<name>"), and give it to ' +
  'your MCP client: as the header Authorization: Bearer <token> of /mcp, or as MARKET_TOKEN of npm run mcp. Tools that ' +
  'read the market work without a token.'

/** The fix of a refusal, with tools instead of routes; a code that is not here has a fix that names no route. */
const FIXES: Readonly<Record<string, string>> = {
  unauthorized: NO_TOKEN,
  forbidden: NO_TOKEN,
  not_found:
    'Check the name: find_symbols finds symbols, get_option_chain contracts, list_trades the ids of your trades.',
  market_closed: 'Call quote_trade again at details.next_open, which get_market_hours shows too.',
  already_claimed: 'details.status says how it ended; list_trades shows the fill.',
  quote_expired: 'Call quote_trade again and confirm_trade within 60 seconds.',
  trade_cancelled: 'details.reason says why. Call quote_trade again if you still want it.',
  price_moved:
    'Compare details.quoted_price, details.worst_price and details.live_price. Call quote_trade again if you still want it.',
  unknown_symbol: 'Choose a symbol from find_symbols.',
  unknown_contract: 'Choose a contract from get_option_chain.',
  not_tradable:
    'Choose a stock or fund from find_symbols; an index cannot be traded. Stocks that have left the index, and options that a ' +
    'split will pay out (details.reason), can only be closed.',
}

/** A refusal for an agent that knows only the list of tools. */
export function inToolWords(refusal: Document): Document {
  // The fix of a tool that lists the known values is already complete.
  if (isDocument(refusal.details) && 'known' in refusal.details) return refusal
  const fix = typeof refusal.code === 'string' && Object.hasOwn(FIXES, refusal.code) ? FIXES[refusal.code] : undefined
  if (fix === undefined) return refusal
  return { ...refusal, fix: isDocument(refusal.details) ? fillFix(fix, refusal.details) : fix }
}

/** Reasons that name a route, reworded for an agent that knows only the tools. */
const REASONS: Readonly<Record<string, string>> = {
  'unknown symbol: see /api/v1/trading/tickers': 'unknown symbol: find_symbols finds those that can be traded',
  'no symbol or name of /api/v1/trading/tickers contains this text':
    'no symbol or name of what can be traded contains this text',
}

/** An answer whose reasons, at any depth, name tools in place of routes. */
export const reasonsInToolWords = (document: Document): Document =>
  Object.fromEntries(Object.entries(document).map(([name, value]) => [name, inOtherWords(name, value)]))

function inOtherWords(name: string, value: Json): Json {
  if (typeof value === 'string') return name === 'reason' && Object.hasOwn(REASONS, value) ? REASONS[value]! : value
  if (Array.isArray(value)) return value.map((each) => inOtherWords('', each))
  return isDocument(value) ? reasonsInToolWords(value) : value
}
