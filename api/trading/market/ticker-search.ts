import { symbolOf } from '../../../shared/domain/market/tradeable.ts'
import type { Ticker } from './universe.ts'

/** The longest text that is searched for. */
export const SEARCHED_CHARS_MAX = 40

/**
 * Returns how well a ticker fits, the best first: its symbol, the start of its symbol, of a word of its name, any part.
 */
function rank({ symbol, name }: Ticker, wanted: string): number | null {
  const named = (name ?? '').toUpperCase()
  const wantedSymbol = symbolOf(wanted)
  if (symbol === wantedSymbol) return 0
  if (symbol.startsWith(wantedSymbol)) return 1
  if (named.startsWith(wanted) || named.includes(` ${wanted}`)) return 2
  return symbol.includes(wanted) || named.includes(wanted) ? 3 : null
}

/** The tickers whose symbol or name contains the text, the best fit first and equal fits by symbol. */
export function searchTickers(tickers: readonly Ticker[], text: string): Ticker[] {
  const wanted = text.trim().toUpperCase()
  const ranked = tickers.flatMap((ticker) => {
    const place = rank(ticker, wanted)
    return place === null ? [] : [{ ticker, place }]
  })
  return ranked
    .sort((a, b) => a.place - b.place || (a.ticker.symbol < b.ticker.symbol ? -1 : 1))
    .map(({ ticker }) => ticker)
}
