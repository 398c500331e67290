import type { Origin } from '../../domain/market/observation.ts'
import type { KnownQuote, Quote } from '../../domain/market/quote.ts'
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
/** Fewer sessions do not show what is usual. */
const VOLUME_SESSIONS_MIN = 5

/** The average daily volume before an instant, from the quotes stored by then; null if there are too few. */
export async function averageDailyVolume(sql: Db, symbol: string, before: Date): Promise<number | null> {
  const [row] = await sql<{ sessions: number; average: number | null }[]>`
    select count(*)::integer as sessions, avg(d.volume) as average from (
      select max(q.volume) as volume
      from quotes as q
      where q.symbol = ${symbol} and q.quoted_at < ${before} and q.quoted_at > ${before}::timestamptz - interval '45 days'
        and (q.quoted_at at time zone 'America/New_York')::date < (${before}::timestamptz at time zone 'America/New_York')::date
      group by (q.quoted_at at time zone 'America/New_York')::date
      having max(q.volume) > 0
      order by (q.quoted_at at time zone 'America/New_York')::date desc limit ${VOLUME_SESSIONS}
    ) as d`
  return row && row.sessions >= VOLUME_SESSIONS_MIN ? row.average : null
}
