import type { MarketQuote, QuoteProviderId } from '../../../shared/domain/market/market-quote.ts'
import { AppError, errorKind } from '../../../shared/errors.ts'
import type { Log } from '../../../shared/log.ts'
import { type Answer, type ChainAnswer, createLiveMarket, type LiveMarket } from '../../../shared/market/live-market.ts'
import type { Limits } from '../../../shared/market/market-limits.ts'
import type { QuoteProvider } from '../../../shared/market/quote-provider.ts'
import { type FetchedQuote, latestQuotes, wishQuotes } from '../../../shared/postgres/market/latest-quotes.ts'
import { takeToken } from '../../../shared/postgres/market/vendor-budgets.ts'
import { marketAt } from '../../../shared/time/calendar.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { coalesceReads } from '../../cache/coalesce-reads.ts'
import type { Reader } from '../../database/reader.ts'
import type { Writer } from '../../database/writer.ts'

/** What somebody else fetched is as good as what we would, for so long: in real time, or where nothing moves. */
const FRESH_MS = 3_000
const FRESH_SLOW_MS = 60_000
/** Processes agree on service time to some milliseconds. */
const AHEAD_MS_MAX = 1_000
/** A wish lasts for minutes, so it need not be said again at each read. */
const WISH_EVERY_MS = 20_000
const WISHES_KEPT = 2_000

const OPENING = 'the service has just started: its providers of live quotes are being opened'
const NOT_OPENED = 'the providers of live quotes could not be opened'

export interface OpenProviders {
  providers: readonly QuoteProvider[]
  close(): Promise<void>
}
export type OpenQuotes = (take: {
  takeToken(vendor: QuoteProviderId): Promise<number>
}) => OpenProviders | Promise<OpenProviders>

export interface QuotesRead {
  answers: ReadonlyMap<string, Answer<MarketQuote>>
  /** Why the database could not be asked; null while it could. */
  outage: AppError | null
}

/** Quotes of this replica: what the quotes worker keeps fresh, else what a vendor says, else the last good one. */
export interface MarketData {
  quotes(symbols: readonly string[], now: Date): Promise<QuotesRead>
  chain(underlying: string, which: { expiration: TradingDay | null; from: TradingDay }): Promise<Answer<ChainAnswer>>
  close(): Promise<void>
}

interface Deps {
  reader: Pick<Reader, 'read'>
  writer: Writer
  log: Log
  open: OpenQuotes | null
  spared: Record<QuoteProviderId, number>
  limits?: Limits
  /** For how long requests share what was read from the table. */
  sharedMs?: number
  nowMs?: () => number
}

export function createMarketData(deps: Deps): MarketData {
  const { reader, writer, log, open, spared, limits, sharedMs = 0, nowMs = () => performance.now() } = deps
  const options = { ...(limits ? { limits } : {}), nowMs }
  let live: LiveMarket = createLiveMarket({ providers: [], ...options, ...(open ? { nobody: OPENING } : {}) })
  // Budgets are in the database, so that all replicas together keep to them.
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
      live = createLiveMarket({ providers: [], ...options, nobody: NOT_OPENED })
    },
  )
  const wished = new Map<string, number>()
  const keptOf = coalesceReads((symbols) => reader.read((sql) => latestQuotes(sql, symbols.split(','))), {
    sharedMs,
    nowMs,
  })

  function wish(symbols: readonly string[]): void {
    const due = symbols.filter((symbol) => nowMs() >= (wished.get(symbol) ?? 0))
    if (due.length === 0) return
    if (wished.size > WISHES_KEPT) wished.clear()
    for (const symbol of due) wished.set(symbol, nowMs() + WISH_EVERY_MS)
    writer
      .single((sql) => wishQuotes(sql, due))
      .catch((error: unknown) => log.debug({ err: error }, 'wish for quotes not written'))
  }

  async function stored(symbols: readonly string[]): Promise<{ rows: FetchedQuote[]; outage: AppError | null }> {
    try {
      return { rows: await keptOf(symbols.join(',')), outage: null }
    } catch (error) {
      if (!(error instanceof AppError) || errorKind(error) !== 'unavailable') throw error
      return { rows: [], outage: error }
    }
  }

  return {
    async quotes(symbols, now) {
      const { rows, outage } = await stored(symbols)
      const kept = new Map(rows.map((row) => [row.symbol, row]))
      const open = symbols.filter((symbol) => !isFresh(kept.get(symbol), now))
      const asked = open.length > 0 ? await live.quotes(open) : new Map<string, Answer<MarketQuote>>()
      const answers = symbols.map((symbol) => {
        const answer = asked.get(symbol)
        return [symbol, answer ? newer(answer, kept.get(symbol)) : fresh(kept.get(symbol)!)] as const
      })
      const known = answers.flatMap(([symbol, { unknown }]) => (unknown ? [] : [symbol]))
      if (!outage && known.length > 0) wish(known)
      return { answers: new Map(answers), outage }
    },
    chain: (underlying, which) => live.chain(underlying, which),
    async close() {
      closed = true
      await opened?.close()
    },
  }
}

function isFresh(quote: FetchedQuote | undefined, now: Date): boolean {
  if (!quote) return false
  const slow = quote.delaySeconds > 0 || marketAt(now).phase === 'closed'
  const ageMs = now.getTime() - quote.fetchedAt.getTime()
  return ageMs >= -AHEAD_MS_MAX && ageMs <= (slow ? FRESH_SLOW_MS : FRESH_MS)
}

const withoutFetch = ({ fetchedAt: _fetchedAt, ...quote }: FetchedQuote): MarketQuote => quote
const fresh = (quote: FetchedQuote): Answer<MarketQuote> => ({
  value: withoutFetch(quote),
  reason: null,
  unknown: false,
})

/**
 * The newest of what this replica heard and the worker remembers. Where another vendor than the one that knew more
 * answers, that one is silent: what it said last comes with a reason, as what nobody answered does.
 */
function newer(answer: Answer<MarketQuote>, kept: FetchedQuote | undefined): Answer<MarketQuote> {
  const { value, unknown } = answer
  if (unknown || !kept || (value && value.quotedAt >= kept.quotedAt)) return answer
  const isSilent = answer.reason === null && value !== null && value.source !== kept.source
  const reason = isSilent ? `${kept.source} is not heard, and ${value.source} knows only what is older` : answer.reason
  return { ...answer, value: withoutFetch(kept), reason }
}
