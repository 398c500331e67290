import { within } from '../deadline.ts'
import { isStale, type MarketQuote } from '../domain/market/market-quote.ts'
import { AppError } from '../errors.ts'
import type { Lookup } from './lookup-cache.ts'
import type { QuoteProvider } from './quote-provider.ts'

export interface ProviderPool {
  /** In order of preference. */
  providers: readonly QuoteProvider[]
  /** A provider that failed is tried last for this long. */
  restMs: number
  nowMs: () => number
  /** Providers that failed, and until when they are tried last. */
  resting: Map<QuoteProvider, number>
  /** The reason why there is no provider, if there is none. */
  noProviderReason: string
  /** Service time, by which old quotes of SPY reveal a silent provider; absent: none is judged. */
  now?: (() => Date) | undefined
}

/** It is quoted many times a second, so a provider whose quote of it is stale in open market has stopped. */
const CANARY = 'SPY'

/** Our own errors hold no secret, but those of a library might. */
const publicReason = (error: unknown): string => (error instanceof AppError ? error.message : 'the client failed')

/** The signal ends the request, and the wait ends with it even if something before the request hangs. */
export const withDeadline = <T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  within(ms, 'the vendor', work(AbortSignal.timeout(ms)))

/**
 * Tries one provider after the other until `work` returns true. Returns the failures. A provider that failed is tried
 * after the others for a while, so that not every request waits for its deadline.
 */
async function tryProviders(
  { providers, restMs, nowMs, resting }: ProviderPool,
  work: (provider: QuoteProvider) => Promise<boolean>,
): Promise<string[]> {
  const failures: string[] = []
  const rests = (provider: QuoteProvider): boolean => nowMs() < (resting.get(provider) ?? 0)
  const order = [...providers.filter((one) => !rests(one)), ...providers.filter(rests)]
  for (const provider of order) {
    try {
      const isDone = await work(provider)
      resting.delete(provider)
      if (isDone) return failures
    } catch (error) {
      resting.set(provider, nowMs() + restMs)
      failures.push(`${provider.id}: ${publicReason(error)}`)
    }
  }
  return failures
}

const reasonOf = (pool: ProviderPool, failures: readonly string[], otherwise: string): string =>
  pool.providers.length === 0 ? pool.noProviderReason : failures.join('; ') || otherwise

/** A delayed feed may be older than the last quote of one that has stopped. */
const newer = (found: MarketQuote | undefined, stopped: MarketQuote | undefined): MarketQuote | null =>
  found && stopped && stopped.quotedAt > found.quotedAt ? stopped : (found ?? stopped ?? null)

/** The age in seconds of a quote that is stale; null for any other. */
function staleFor({ now }: ProviderPool, quote: MarketQuote | null | undefined): number | null {
  if (!quote || !now || !isStale(quote, now())) return null
  return Math.round((now().getTime() - quote.quotedAt.getTime()) / 1_000)
}

/** Looks up quotes: each provider is requested for the symbols that the ones before it lack. */
export async function lookUpQuotes(
  pool: ProviderPool,
  symbols: readonly string[],
  deadlineMs: number,
): Promise<ReadonlyMap<string, Lookup<MarketQuote>>> {
  const found = new Map<string, MarketQuote>()
  /** Quotes of providers that have stopped: better than none. */
  const stopped = new Map<string, MarketQuote>()
  const denials = new Map<string, number>()
  let answered = 0
  const failures = await tryProviders(pool, async (provider) => {
    const open = symbols.filter((symbol) => !found.has(symbol))
    if (open.length === 0) return true
    const quotes = await withDeadline(deadlineMs, (signal) => provider.quotes(open, signal))
    answered += 1
    const age = staleFor(pool, quotes.get(CANARY))
    if (age !== null) {
      for (const [symbol, quote] of quotes) if (quote && !stopped.has(symbol)) stopped.set(symbol, quote)
      throw new AppError('unavailable', `its newest quote of ${CANARY} is ${age} s old`)
    }
    for (const [symbol, quote] of quotes) {
      if (quote) found.set(symbol, quote)
      else denials.set(symbol, (denials.get(symbol) ?? 0) + 1)
    }
    return symbols.every((symbol) => found.has(symbol))
  })
  const reason = reasonOf(pool, failures, 'no provider has a quote of it')
  return new Map(
    symbols.map((symbol) => {
      const value = newer(found.get(symbol), stopped.get(symbol))
      const unknown = !value && answered > 0 && failures.length === 0 && denials.get(symbol) === answered
      return [symbol, { value, reason: value ? null : reason, unknown }]
    }),
  )
}

/** Looks up one thing: the answer of the first provider that has it counts. `what` completes "no provider has …". */
export async function lookUpOne<T>(
  pool: ProviderPool,
  what: string,
  work: (provider: QuoteProvider) => Promise<T | null>,
): Promise<Lookup<T>> {
  let value: T | null = null
  const failures = await tryProviders(pool, async (provider) => {
    value = await work(provider)
    return value !== null
  })
  const reason = reasonOf(pool, failures, `no provider has ${what}`)
  const unknown = value === null && pool.providers.length > 0 && failures.length === 0
  return { value, reason: value === null ? reason : null, unknown }
}
