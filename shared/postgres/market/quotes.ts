import type { Origin } from '../../domain/market/observation.ts'
import type { KnownQuote, Quote } from '../../domain/market/quote.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import type { Db } from '../server/db.ts'

const SYMBOLS_MAX = 1_000

/** A quote repeats until the market moves on; `known_at` is the first time we knew it. */
export async function saveQuotes(
  sql: Db,
  quotes: readonly Quote[],
  known: { at: Date; source: string; origin: Origin },
): Promise<number> {
  if (quotes.length === 0) return 0
  const rows = quotes.map((quote) => ({
    symbol: quote.symbol,
    quoted_at: quote.quotedAt,
    known_at: known.at,
    price: quote.price,
    previous_close: quote.previousClose,
    open: quote.open,
    high: quote.high,
    low: quote.low,
    bid: quote.bid,
    ask: quote.ask,
    volume: quote.volume,
    source: known.source,
    origin: known.origin,
  }))
  const inserted = await sql`insert into quotes ${sql(rows)} on conflict do nothing`
  // A first start stores the newest quote before the back-fill comes to the slot at which it was first known.
  if (known.origin === 'backfill') {
    await sql`
      update quotes as q set known_at = ${known.at}, source = ${known.source}
      from unnest(${rows.map((row) => row.symbol)}::text[], ${rows.map((row) => row.quoted_at.toISOString())}::text[]::timestamptz[])
        as brought (symbol, quoted_at)
      where q.symbol = brought.symbol and q.quoted_at = brought.quoted_at and q.known_at > ${known.at}`
  }
  return inserted.count
}

/** The newest quote of each symbol among those quoted in [from, …) and known by `knownBy`. */
export async function quotesAsKnown(sql: Db, { from, knownBy }: { from: Date; knownBy: Date }): Promise<KnownQuote[]> {
  return await sql<KnownQuote[]>`
    select distinct on (q.symbol) q.symbol, q.price, q.quoted_at as "quotedAt", q.previous_close as "previousClose",
      q.open, q.high, q.low, q.bid, q.ask, q.volume, q.known_at as "knownAt", q.source
    from quotes as q
    where q.quoted_at >= ${from} and q.known_at <= ${knownBy}
    order by q.symbol, q.quoted_at desc
    limit ${SYMBOLS_MAX}`
}

const VOLUME_SESSIONS = 20
const VOLUME_DAYS = 45

export interface DailyVolume {
  day: TradingDay
  volume: number
  /** Null where the session has no bar; its volume is then in the shares of its day. */
  close: number | null
}

/**
 * The volumes of the newest sessions before an instant, oldest first. A session's volume is that of its daily bar, in
 * the revision known by then; for sessions without a bar the quotes stored by then are used.
 */
export async function dailyVolumes(sql: Db, symbol: string, before: Date): Promise<DailyVolume[]> {
  const newestFirst = await sql<DailyVolume[]>`
    with today as (select (${before}::timestamptz at time zone 'America/New_York')::date as day),
    barred as (
      select distinct on (b.day) b.day, b.volume, b.close from member_bars as b, today as t
      where b.symbol = ${symbol} and b.day < t.day and b.day > t.day - ${VOLUME_DAYS}::integer and b.known_at < ${before}
      order by b.day, b.revision desc
    ),
    quoted as (
      select (q.quoted_at at time zone 'America/New_York')::date as day, max(q.volume) as volume
      from quotes as q
      where q.symbol = ${symbol} and q.quoted_at < ${before}
        and q.quoted_at > ${before}::timestamptz - make_interval(days => ${VOLUME_DAYS}::integer)
      group by 1
    )
    select coalesce(b.day, q.day) as day, coalesce(b.volume, q.volume) as volume,
      case when b.volume is not null then b.close end as close
    from quoted as q full join barred as b on b.day = q.day, today as t
    where coalesce(b.day, q.day) < t.day and coalesce(b.volume, q.volume) > 0
    order by 1 desc limit ${VOLUME_SESSIONS}`
  return newestFirst.toReversed()
}

/** Deletes one batch of the oldest quotes. */
export async function pruneQuotes(sql: Db, before: Date, limit: number): Promise<number> {
  const gone = await sql`
    delete from quotes as q using (
      select o.symbol, o.quoted_at from quotes as o where o.quoted_at < ${before} order by o.quoted_at limit ${limit}
    ) as old
    where q.symbol = old.symbol and q.quoted_at = old.quoted_at`
  return gone.count
}
