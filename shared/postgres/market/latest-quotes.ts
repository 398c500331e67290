import type { MarketQuote } from '../../domain/market/market-quote.ts'
import type { Db } from '../server/db.ts'
import { takeLead } from '../server/lead.ts'

/** A quote, with the service time at which it was requested. */
export interface FetchedQuote extends MarketQuote {
  fetchedAt: Date
}

/** A quote from further in the future is refused, since it would never be replaced. */
const AHEAD_MS_MAX = 60_000

/** A row that was quoted so long after a later request is of a clock that runs fast, and is replaced. */
const FAST_CLOCK_SECONDS = 5

/**
 * A row never goes back in time: neither an answer to an earlier request nor an earlier quote, from any vendor,
 * replaces it. The row then keeps its `fetchedAt` too, so that its readers see that it is not being renewed.
 */
export async function saveLatestQuotes(sql: Db, quotes: readonly MarketQuote[], fetchedAt: Date): Promise<void> {
  const plausible = quotes.filter(({ quotedAt }) => quotedAt.getTime() - fetchedAt.getTime() <= AHEAD_MS_MAX)
  if (plausible.length === 0) return
  const rows = plausible.map((quote) => ({
    symbol: quote.symbol,
    price: quote.price,
    bid: quote.bid,
    ask: quote.ask,
    bid_size: quote.bidSize,
    ask_size: quote.askSize,
    volume: quote.volume,
    previous_close: quote.previousClose,
    quoted_at: quote.quotedAt,
    fetched_at: fetchedAt,
    source: quote.source,
    delay_seconds: quote.delaySeconds,
  }))
  await sql`
    insert into latest_quotes ${sql(rows)}
    on conflict (symbol) do update set
      price = excluded.price, bid = excluded.bid, ask = excluded.ask, bid_size = excluded.bid_size,
      ask_size = excluded.ask_size, volume = excluded.volume, previous_close = excluded.previous_close,
      quoted_at = excluded.quoted_at, fetched_at = excluded.fetched_at, source = excluded.source,
      delay_seconds = excluded.delay_seconds
    where latest_quotes.fetched_at <= excluded.fetched_at and (latest_quotes.quoted_at <= excluded.quoted_at
      or latest_quotes.quoted_at > excluded.fetched_at + make_interval(secs => ${FAST_CLOCK_SECONDS}))`
}

/** Works on any pool; the API reader's cannot send arrays. */
export async function latestQuotes(sql: Db, symbols: readonly string[]): Promise<FetchedQuote[]> {
  return await sql<FetchedQuote[]>`
    select l.symbol, l.price, l.bid, l.ask, l.bid_size as "bidSize", l.ask_size as "askSize", l.volume,
      l.previous_close as "previousClose", l.quoted_at as "quotedAt", l.source, l.delay_seconds as "delaySeconds",
      l.fetched_at as "fetchedAt"
    from latest_quotes as l
    where l.symbol = any(string_to_array(${symbols.join(',')}, ','))`
}

/** Requests that these quotes are kept fresh for a while. Safe to repeat. */
export async function wishQuotes(sql: Db, symbols: readonly string[]): Promise<void> {
  await sql`
    insert into quote_wishes (symbol)
    select w.symbol from unnest(string_to_array(${symbols.join(',')}, ',')) as w (symbol) order by w.symbol
    on conflict (symbol) do update set wished_at = clock_timestamp()`
}

/** Symbols wished for within the last seconds, the one fetched longest ago first. Deletes older wishes. */
export async function wishedQuotes(
  sql: Db,
  { withinSeconds, limit }: { withinSeconds: number; limit: number },
): Promise<string[]> {
  await sql`delete from quote_wishes as w where w.wished_at < clock_timestamp() - make_interval(secs => ${withinSeconds})`
  const rows = await sql<{ symbol: string }[]>`
    select w.symbol from quote_wishes as w
    left join latest_quotes as l on l.symbol = w.symbol
    order by l.fetched_at nulls first, w.symbol
    limit ${limit}`
  return rows.map(({ symbol }) => symbol)
}

/** An arbitrary number, the same in every process and not used by our other locks. */
const QUOTES_LEAD = 4_022_001

export const leadQuotes = (connection: Db): Promise<boolean> => takeLead(connection, QUOTES_LEAD)
