import type { MarketQuote } from '../../domain/market/market-quote.ts'
import type { Db } from '../server/db.ts'

/** A quote, and when somebody asked for it in service time. */
export interface FetchedQuote extends MarketQuote {
  fetchedAt: Date
}

/** A quote of a later moment would never be replaced. */
const AHEAD_MS_MAX = 60_000

/**
 * What was asked for earlier and came later must not replace a newer one, nor what is quoted earlier, whoever says it: a
 * row never goes back in time. What was kept keeps its `fetchedAt` too, so that its readers see that nobody renews it.
 */
export async function saveLatestQuotes(sql: Db, quotes: readonly MarketQuote[], fetchedAt: Date): Promise<void> {
  const believed = quotes.filter(({ quotedAt }) => quotedAt.getTime() - fetchedAt.getTime() <= AHEAD_MS_MAX)
  if (believed.length === 0) return
  const rows = believed.map((quote) => ({
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
    where latest_quotes.fetched_at <= excluded.fetched_at and latest_quotes.quoted_at <= excluded.quoted_at`
}

/** On any pool: the reader's knows no arrays. */
export async function latestQuotes(sql: Db, symbols: readonly string[]): Promise<FetchedQuote[]> {
  return await sql<FetchedQuote[]>`
    select l.symbol, l.price, l.bid, l.ask, l.bid_size as "bidSize", l.ask_size as "askSize", l.volume,
      l.previous_close as "previousClose", l.quoted_at as "quotedAt", l.source, l.delay_seconds as "delaySeconds",
      l.fetched_at as "fetchedAt"
    from latest_quotes as l
    where l.symbol = any(string_to_array(${symbols.join(',')}, ','))`
}

/** Says that somebody wants these kept fresh for a while. Harmless when it happens twice. */
export async function wishQuotes(sql: Db, symbols: readonly string[]): Promise<void> {
  await sql`
    insert into quote_wishes (symbol)
    select w.symbol from unnest(string_to_array(${symbols.join(',')}, ',')) as w (symbol) order by w.symbol
    on conflict (symbol) do update set wished_at = clock_timestamp()`
}

/** Wished for within the last seconds, the one fetched longest ago first. Older wishes are forgotten. */
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

/** Any number: the same in every process, and no other lock of ours. */
const QUOTES_LEAD = 4_022_001

/**
 * Whether this connection leads. The lock belongs to the connection and ends with it, so the pool must have only one;
 * one that was replaced meanwhile has to win it again.
 */
export async function leadQuotes(connection: Db): Promise<boolean> {
  const [row] = await connection<[{ leads: boolean }]>`
    select case when exists (
      select 1 from pg_locks as l
      where l.locktype = 'advisory' and l.pid = pg_backend_pid() and l.classid = 0 and l.objid = ${QUOTES_LEAD} and l.granted
    ) then true else pg_try_advisory_lock(${QUOTES_LEAD}::bigint) end as leads`
  return row.leads
}
