import type { MarketQuote } from '../domain/market/market-quote.ts'
import type { FetchedQuote } from '../postgres/market/latest-quotes.ts'
import type { LiveMarket, Lookup } from './live-market.ts'

/** Processes agree on service time to some milliseconds, so a fetch may seem to lie ahead by no more than this. */
const AHEAD_MS_MAX = 1_000

interface StoredQuotes {
  /** The rows that the quotes worker has stored for these symbols. */
  stored: readonly FetchedQuote[]
  market: Pick<LiveMarket, 'quotes'>
  /** A quote that was fetched within so many milliseconds is served without a request. */
  freshMs(quote: FetchedQuote, now: Date): number
  /**
   * Which quote is served when a provider answers and an older fetch is stored. `newest`: whichever was quoted later,
   * so that a reader never sees a price go back in time. `answer`: the provider's answer, and the stored quote only if
   * there is none, so that a valuation in open market finds a quote that is not stale.
   */
  prefer: 'newest' | 'answer'
}

/** Serves fresh stored quotes, requests the other symbols from providers, and falls back on older stored quotes. */
export async function storedQuotesFirst(
  symbols: readonly string[],
  now: Date,
  { stored, market, freshMs, prefer }: StoredQuotes,
): Promise<ReadonlyMap<string, Lookup<MarketQuote>>> {
  const bySymbol = new Map(stored.map((row) => [row.symbol, row]))
  const isFresh = (row: FetchedQuote | undefined): boolean => {
    const ageMs = row ? now.getTime() - row.fetchedAt.getTime() : Number.NaN
    return row !== undefined && ageMs >= -AHEAD_MS_MAX && ageMs <= freshMs(row, now)
  }
  const open = symbols.filter((symbol) => !isFresh(bySymbol.get(symbol)))
  const answers = open.length > 0 ? await market.quotes(open) : new Map<string, Lookup<MarketQuote>>()
  const choose = prefer === 'newest' ? newestOf : answerOrStored
  return new Map(
    symbols.map((symbol) => {
      const row = bySymbol.get(symbol)
      const answer = answers.get(symbol)
      if (!answer) return [symbol, { value: row ? quoteOf(row) : null, reason: null, unknown: false }]
      return [symbol, row ? choose(answer, row) : answer]
    }),
  )
}

const quoteOf = ({ fetchedAt: _fetchedAt, ...quote }: FetchedQuote): MarketQuote => quote

/** Answers of one vendor may be reused for 15 s and come from machines of its own that differ by some seconds. */
const BEHIND_MS_MAX = 30_000

/**
 * If the stored quote is newer than the answer and from another vendor, that vendor is silent; if it is much newer and
 * from the same vendor, that vendor has gone back in time. Its last quote is then served with a reason, like any quote
 * that no provider has renewed.
 */
function newestOf(answer: Lookup<MarketQuote>, row: FetchedQuote): Lookup<MarketQuote> {
  const { value, unknown } = answer
  if (unknown || (value && value.quotedAt >= row.quotedAt)) return answer
  return { ...answer, value: quoteOf(row), reason: answer.reason ?? (value && behindReason(value, row)) }
}

function behindReason({ source, quotedAt }: MarketQuote, row: FetchedQuote): string | null {
  if (source !== row.source) return `${row.source} does not answer, and ${source} has only an older quote`
  const behindMs = row.quotedAt.getTime() - quotedAt.getTime()
  return behindMs > BEHIND_MS_MAX ? `${source} answers with a quote that is older than its last one` : null
}

const answerOrStored = (answer: Lookup<MarketQuote>, row: FetchedQuote): Lookup<MarketQuote> => ({
  value: answer.value ?? quoteOf(row),
  reason: answer.reason,
  unknown: false,
})
