import type { LiveQuote, MarketQuote } from '../domain/market/market-quote.ts'
import { INDICES } from '../domain/market/tradeable.ts'
import type { Brokerage } from './brokerage.ts'
import type { QuoteProvider, Spend } from './quote-provider.ts'

/** Delay of quotes for an account without real-time data. */
const NOT_ENTITLED_SECONDS = 15 * 60

const vendorSymbol = (symbol: string): string => (INDICES.has(symbol) ? `$${symbol}` : symbol.replace('.', '/'))
const delayOf = (realtime: boolean): number => (realtime ? 0 : NOT_ENTITLED_SECONDS)

function quoteOf(symbol: string, quote: LiveQuote | undefined): MarketQuote | null {
  if (!quote) return null
  const { realtime, ...touch } = quote
  return { ...touch, symbol, source: 'schwab', delaySeconds: delayOf(realtime) }
}

export function schwabProvider(brokerage: Brokerage, spend: Spend): QuoteProvider {
  return {
    id: 'schwab',
    async quotes(symbols, signal) {
      await spend()
      const found = await brokerage.quotes(symbols.map(vendorSymbol), signal)
      return new Map(symbols.map((symbol) => [symbol, quoteOf(symbol, found.get(vendorSymbol(symbol)))]))
    },
    async expirations(underlying, signal) {
      await spend()
      return await brokerage.expirations(vendorSymbol(underlying), signal)
    },
    async chain(underlying, expiration, signal) {
      await spend()
      const found = await brokerage.chain(vendorSymbol(underlying), expiration, signal)
      if (!found) return null
      const { delayed, ...chain } = found
      return { ...chain, underlying, expiration, source: 'schwab', delaySeconds: delayOf(!delayed) }
    },
  }
}
