import type { MarketQuote } from '../domain/market/market-quote.ts'

/** Quotes that a vendor pushes for followed symbols. Symbols without a current quote here must be polled instead. */
export interface QuoteStream {
  /**
   * Symbols in order of priority. The stream follows as many as the vendor allows, and keeps those it already follows.
   */
  follow(symbols: readonly string[]): void
  /** The newest quote of each symbol received without a gap since; empty while the stream is unhealthy. */
  quotes(): ReadonlyMap<string, MarketQuote>
  /** Quotes that changed since the last call. */
  changes(): MarketQuote[]
  close(): void
}
