import type { LiveChain } from '../domain/market/live-chain.ts'
import type { MarketQuote, QuoteProviderId } from '../domain/market/market-quote.ts'
import type { TradingDay } from '../time/trading-day.ts'

/**
 * A provider of live quotes and chains, under our own symbols. Every call is a request to the vendor within its budget,
 * and rejects when the vendor does not answer or the answer is not credible. Callers should use LiveMarket, which adds
 * sharing, reuse and a deadline.
 */
export interface QuoteProvider {
  readonly id: QuoteProviderId
  /** Null for a symbol without a price; absent for one that could not be requested. */
  quotes(symbols: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, MarketQuote | null>>
  /** Nearest first; null if it has no options on the underlying. */
  expirations(underlying: string, signal: AbortSignal): Promise<readonly TradingDay[] | null>
  /** Null if it has no contracts with this expiration. */
  chain(underlying: string, expiration: TradingDay, signal: AbortSignal): Promise<LiveChain | null>
}

/** Takes one request from the vendor's budget; rejects if none is left. */
export type Spend = () => Promise<void>
