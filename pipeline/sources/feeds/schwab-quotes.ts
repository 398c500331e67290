import { z } from 'zod'
import type { LiveQuote, RegularTrade } from '../../../shared/domain/market/market-quote.ts'
import { AppError } from '../../../shared/errors.ts'
import { isAhead } from './is-ahead.ts'

const PRICE_MAX = 1_000_000
/** The vendor counts displayed sizes in round lots, whatever its documentation states. */
const LOT = 100
const EARLIEST_MS = Date.UTC(2000, 0, 1)
const LATEST_MS = Date.UTC(2100, 0, 1)

/** -999 and NaN mean "none", and an absurd number counts as none too. */
const orNull = (schema: z.ZodNumber) => schema.nullable().catch(null)
const price = z.number().positive().max(PRICE_MAX)
const count = z.number().nonnegative().max(1e12)
const instant = z.int().min(EARLIEST_MS).max(LATEST_MS)

const SymbolEntry = z.object({
  realtime: z.boolean().default(true),
  quoteType: z.string().optional(),
  quote: z.object({
    lastPrice: price,
    bidPrice: orNull(price).optional(),
    askPrice: orNull(price).optional(),
    bidSize: orNull(count).optional(),
    askSize: orNull(count).optional(),
    totalVolume: orNull(count).optional(),
    closePrice: orNull(price).optional(),
    openPrice: orNull(price).optional(),
    quoteTime: instant.optional(),
    tradeTime: instant.optional(),
  }),
  // Indices have none, and an invalid regular trade does not cost the quote.
  regular: z
    .object({ regularMarketLastPrice: price, regularMarketTradeTime: instant })
    .nullable()
    .catch(null)
    .optional(),
})
const Answer = z.record(z.string(), z.unknown())

/**
 * The quotes of the requested symbols that the response has. An unknown or invalid symbol is left out, and one whose
 * quote lies in the future.
 */
export function parseSchwabQuotes(
  body: unknown,
  { symbols, now }: { symbols: readonly string[]; now: Date },
): Map<string, LiveQuote> {
  const answer = Answer.safeParse(body)
  if (!answer.success) throw new AppError('invalid', 'quotes: not an object by symbol')
  const quotes = new Map<string, LiveQuote>()
  for (const symbol of symbols) {
    const parsed = SymbolEntry.safeParse(answer.data[symbol])
    if (!parsed.success) continue
    const { realtime, quoteType, quote, regular } = parsed.data
    const at = Math.max(quote.quoteTime ?? 0, quote.tradeTime ?? 0)
    if (at === 0 || isAhead(new Date(at), now)) continue
    quotes.set(symbol, {
      symbol,
      price: quote.lastPrice,
      bid: quote.bidPrice ?? null,
      ask: quote.askPrice ?? null,
      bidSize: shares(quote.bidSize),
      askSize: shares(quote.askSize),
      volume: quote.totalVolume ?? null,
      previousClose: quote.closePrice ?? null,
      ...(quote.openPrice ? { open: quote.openPrice } : {}),
      ...(regular ? { regular: regularTrade(regular) } : {}),
      quotedAt: new Date(at),
      realtime: realtime && quoteType !== 'NFL',
    })
  }
  // The vendor knows some of the symbols, but none is valid: refuse the response.
  if (quotes.size === 0 && symbols.some((symbol) => Object.hasOwn(answer.data, symbol))) {
    throw new AppError('invalid', 'quotes: not one is valid')
  }
  return quotes
}

const regularTrade = (trade: { regularMarketLastPrice: number; regularMarketTradeTime: number }): RegularTrade => ({
  price: trade.regularMarketLastPrice,
  at: new Date(trade.regularMarketTradeTime),
})

const shares = (lots: number | null | undefined): number | null =>
  lots === null || lots === undefined ? null : lots * LOT
