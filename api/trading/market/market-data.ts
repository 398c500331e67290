import { LRUCache } from 'lru-cache'
import type { MarketQuote, QuoteProviderId } from '../../../shared/domain/market/market-quote.ts'
import { AppError, errorKind } from '../../../shared/errors.ts'
import type { Log } from '../../../shared/log.ts'
import {
  type ChainListing,
  createLiveMarket,
  type LiveMarket,
  type Lookup,
} from '../../../shared/market/live-market.ts'
import type { Limits } from '../../../shared/market/market-limits.ts'
import type { QuoteProvider } from '../../../shared/market/quote-provider.ts'
import { storedQuotesFirst } from '../../../shared/market/stored-quotes-first.ts'
import type { TouchMarket } from '../../../shared/market/touches.ts'
import { type FetchedQuote, latestQuotes, wishQuotes } from '../../../shared/postgres/market/latest-quotes.ts'
import { takeToken } from '../../../shared/postgres/market/vendor-budgets.ts'
import { marketAt } from '../../../shared/time/calendar.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { coalesceReads } from '../../cache/coalesce-reads.ts'
import type { Reader } from '../../database/reader.ts'
import type { Writer } from '../../database/writer.ts'
import { isOverloaded } from '../../http/errors.ts'

/** A stored quote replaces a request for this long; the longer figure is for delayed feeds and a closed market. */
const FRESH_MS = 3_000
const FRESH_SLOW_MS = 60_000
/** A wish lasts for minutes, so it need not be written at each read. */
const WISH_EVERY_MS = 20_000
const WISHES_MAX = 2_000

const OPENING = 'the service has just started: its providers of live quotes are being opened'
const NOT_OPENED = 'the providers of live quotes could not be opened'

interface OpenProviders {
  providers: readonly QuoteProvider[]
  close(): Promise<void>
}
export type OpenQuotes = (take: {
  takeToken(vendor: QuoteProviderId): Promise<number>
}) => OpenProviders | Promise<OpenProviders>

interface QuotesRead {
  answers: ReadonlyMap<string, Lookup<MarketQuote>>
  /** The reason why the stored quotes could not be read; null when they could. */
  outage: AppError | null
}

/** The quotes and chains that this replica serves: a fresh stored quote, else a provider's, else the last stored one. */
export interface MarketData {
  quotes(symbols: readonly string[], now: Date): Promise<QuotesRead>
  /** The answers of the providers themselves, with the last regular trade, which a stored quote does not keep. */
  vendorQuotes(symbols: readonly string[]): Promise<ReadonlyMap<string, Lookup<MarketQuote>>>
  chain(underlying: string, which: { expiration: TradingDay | null; from: TradingDay }): Promise<Lookup<ChainListing>>
  /** The provider that the operator prefers; null while none is opened. */
  preferred(): QuoteProviderId | null
  /** The same data, with the stored quotes read by another reader. */
  readBy(reader: Pick<Reader, 'read'>): MarketData
  close(): Promise<void>
}

export const touchMarket = ({ market }: { market: MarketData }): TouchMarket => ({
  quotes: async (symbols, now) => (await market.quotes(symbols, now)).answers,
  chain: (underlying, which) => market.chain(underlying, which),
})

interface Deps {
  reader: Pick<Reader, 'read'>
  writer: Writer
  log: Log
  open: OpenQuotes | null
  spared: Record<QuoteProviderId, number>
  limits?: Limits
  /** For how long requests share one read of the stored quotes. */
  sharedMs?: number
  nowMs?: () => number
}

export function createMarketData(deps: Deps): MarketData {
  const { reader, writer, log, open, spared, limits, sharedMs = 0, nowMs = () => performance.now() } = deps
  const options = { ...(limits ? { limits } : {}), nowMs }
  let live: LiveMarket = createLiveMarket({ providers: [], ...options, ...(open ? { noProviderReason: OPENING } : {}) })
  // Request budgets are in the database, so that all replicas share them.
  const opening = Promise.resolve(
    open?.({ takeToken: (vendor) => writer.single((sql) => takeToken(sql, vendor, { spare: spared[vendor] })) }) ??
      null,
  )
  let opened: OpenProviders | null = null
  let closed = false
  opening.then(
    async (ready) => {
      if (!ready) return
      if (closed) return await ready.close()
      opened = ready
      live = createLiveMarket({ providers: ready.providers, ...options })
    },
    (error: unknown) => {
      log.error({ err: error }, 'quote_providers_not_opened')
      live = createLiveMarket({ providers: [], ...options, noProviderReason: NOT_OPENED })
    },
  )
  const wished = new LRUCache<string, true>({
    max: WISHES_MAX,
    ttl: WISH_EVERY_MS,
    ttlResolution: 0,
    perf: { now: nowMs },
  })

  /** Asks the quotes worker to keep these symbols fresh for a while. */
  function wish(symbols: readonly string[]): void {
    const due = symbols.filter((symbol) => !wished.has(symbol))
    if (due.length === 0) return
    for (const symbol of due) wished.set(symbol, true)
    writer
      .single((sql) => wishQuotes(sql, due))
      .catch((error: unknown) => log.debug({ err: error }, 'quote_wish_not_written'))
  }

  const preferred = (): QuoteProviderId | null => opened?.providers[0]?.id ?? null
  const readBy = (source: Pick<Reader, 'read'>): MarketData => {
    const read = (symbols: string) => source.read((sql) => latestQuotes(sql, symbols.split(',')))
    return marketOf(coalesceReads(read, { sharedMs, nowMs }))
  }
  const marketOf = (storedQuotes: (symbols: string) => Promise<FetchedQuote[]>): MarketData => ({
    async quotes(symbols, now) {
      const { stored, outage } = await unlessAway(storedQuotes(symbols.join(',')))
      const freshFor = (quote: FetchedQuote, at: Date): number => freshMs(quote, at, preferred())
      const rules = { stored, market: live, freshMs: freshFor, prefer: 'newest' } as const
      const answers = await storedQuotesFirst(symbols, now, rules)
      const known = symbols.filter((symbol) => !answers.get(symbol)?.unknown)
      if (!outage && known.length > 0) wish(known)
      return { answers, outage }
    },
    vendorQuotes: (symbols) => live.quotes(symbols),
    chain: (underlying, which) => live.chain(underlying, which),
    preferred,
    readBy,
    async close() {
      closed = true
      await opened?.close()
    },
  })
  return readBy(reader)
}

async function unlessAway(
  reading: Promise<FetchedQuote[]>,
): Promise<{ stored: FetchedQuote[]; outage: AppError | null }> {
  try {
    return { stored: await reading, outage: null }
  } catch (error) {
    if (!(error instanceof AppError) || errorKind(error) !== 'unavailable' || isOverloaded(error)) throw error
    return { stored: [], outage: error }
  }
}

/**
 * A delayed quote is renewed slowly only if the preferred provider gave it: a live one that answers again is tried
 * soon.
 */
export function freshMs(
  { delaySeconds, source }: Pick<FetchedQuote, 'delaySeconds' | 'source'>,
  now: Date,
  preferred: QuoteProviderId | null,
): number {
  if (marketAt(now).phase === 'closed') return FRESH_SLOW_MS
  return delaySeconds > 0 && (preferred === null || preferred === source) ? FRESH_SLOW_MS : FRESH_MS
}
