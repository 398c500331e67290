import type { LiveChain } from '../domain/market/live-chain.ts'
import type { MarketQuote } from '../domain/market/market-quote.ts'
import type { TradingDay } from '../time/trading-day.ts'
import { createLookupCache, type Lookup } from './lookup-cache.ts'
import { keptFor, type Limits, MARKET_LIMITS } from './market-limits.ts'
import { lookUpOne, lookUpQuotes, type ProviderPool, withDeadline } from './provider-lookups.ts'
import type { QuoteProvider } from './quote-provider.ts'

export type { Lookup } from './lookup-cache.ts'

export interface ChainListing {
  expirations: readonly TradingDay[]
  /** Null if nothing expires on the requested day. */
  chain: LiveChain | null
}

/**
 * Live quotes and chains of whichever provider has them, within a deadline. Concurrent callers share requests, and
 * answers are reused for a moment.
 */
export interface LiveMarket {
  quotes(symbols: readonly string[]): Promise<ReadonlyMap<string, Lookup<MarketQuote>>>
  /** Reads the chain of an expiration; if none is named, of the nearest one on or after `from`. */
  chain(underlying: string, which: { expiration: TradingDay | null; from: TradingDay }): Promise<Lookup<ChainListing>>
}

export interface LiveMarketDeps {
  /** In order of preference. */
  providers: readonly QuoteProvider[]
  limits?: Limits
  nowMs?: () => number
  /** The reason why there are no providers, if there are none. */
  noProviderReason?: string
  /** Service time; if given, a provider whose quote of SPY is stale counts as not answering. */
  now?: () => Date
}

const NOT_CONFIGURED = 'no provider of live quotes is configured'

export function createLiveMarket(deps: LiveMarketDeps): LiveMarket {
  const { providers, limits = MARKET_LIMITS, nowMs = () => performance.now() } = deps
  const { noProviderReason = NOT_CONFIGURED } = deps
  const pool: ProviderPool = {
    providers,
    restMs: limits.restMs,
    nowMs,
    resting: new Map(),
    noProviderReason,
    now: deps.now,
  }
  const quotes = createLookupCache<MarketQuote>({ nowMs, keepMax: limits.quotesKept })
  const expirations = createLookupCache<readonly TradingDay[]>({ nowMs, keepMax: limits.chainsKept })
  const chains = createLookupCache<LiveChain>({ nowMs, keepMax: limits.chainsKept })
  const keptMs = ({ delaySeconds }: { delaySeconds: number }): number => keptFor(limits, delaySeconds)
  const chainKeptMs = (chain: LiveChain): number => Math.max(limits.chainKeptMs, keptMs(chain))

  const lookUpExpirations = (underlying: string) =>
    lookUpOne(pool, 'options of it', async (provider) => {
      const days = await withDeadline(limits.chainDeadlineMs, (signal) => provider.expirations(underlying, signal))
      return days && days.length > 0 ? days : null
    })
  const lookUpChain = (underlying: string, expiration: TradingDay) =>
    lookUpOne(pool, 'contracts of that day', (provider) =>
      withDeadline(limits.chainDeadlineMs, (signal) => provider.chain(underlying, expiration, signal)),
    )

  return {
    quotes: (symbols) => quotes.many(symbols, (missing) => lookUpQuotes(pool, missing, limits.quoteDeadlineMs), keptMs),
    async chain(underlying, { expiration, from }) {
      const listed = await expirations.one(
        underlying,
        () => lookUpExpirations(underlying),
        () => limits.expirationsKeptMs,
      )
      if (!listed.value) return { value: null, reason: listed.reason, unknown: listed.unknown }
      const days = listed.value.filter((day) => day >= from)
      const wanted = expiration ?? days[0]
      if (!wanted || !days.includes(wanted)) {
        return { value: { expirations: days, chain: null }, reason: listed.reason, unknown: true }
      }
      const found = await chains.one(`${underlying} ${wanted}`, () => lookUpChain(underlying, wanted), chainKeptMs)
      return { ...found, value: { expirations: days, chain: found.value } }
    },
  }
}
