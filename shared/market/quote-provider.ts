import type { LiveChain } from '../domain/market/live-chain.ts'
import type { MarketQuote, QuoteProviderId } from '../domain/market/market-quote.ts'
import type { TradingDay } from '../time/trading-day.ts'

/**
 * Somebody who can be asked for live quotes and chains, under our names. Every call asks the vendor, within its budget,
 * and rejects when the vendor does not answer, or not with what can be believed. Nobody but LiveMarket should call it:
 * that one shares, reuses and gives up in time.
 */
export interface QuoteProvider {
  readonly id: QuoteProviderId
  /** Null where it has no price of a symbol; absent what it could not be asked about. */
  quotes(symbols: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, MarketQuote | null>>
  /** Nearest first; null: it knows no options of it. */
  expirations(underlying: string, signal: AbortSignal): Promise<readonly TradingDay[] | null>
  /** Null: it has no contracts that expire then. */
  chain(underlying: string, expiration: TradingDay, signal: AbortSignal): Promise<LiveChain | null>
}

/** Takes one request from a vendor's budget; rejects when none is left. */
export type Spend = () => Promise<void>
