import type { MarketQuote } from '../domain/market/market-quote.ts'

/** Quotes that come by themselves, of symbols somebody follows. What it cannot vouch for somebody has to ask about. */
export interface QuoteStream {
  /** Of all that is wanted, the most wanted first, it takes as many as the vendor lets it, and keeps those it has. */
  follow(symbols: readonly string[]): void
  /** The newest of each symbol without a gap since; empty while the stream is not to be relied on. */
  quotes(): ReadonlyMap<string, MarketQuote>
  /** Those of them that changed since this was last asked. */
  changes(): MarketQuote[]
  close(): void
}
