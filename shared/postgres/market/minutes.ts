import type { Origin } from '../../domain/market/observation.ts'
import type { Quote } from '../../domain/market/quote.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db, Tx } from '../server/db.ts'
import { makeMonths } from '../server/months.ts'

export interface CollectedMinute {
  minute: Date
  collectedAt: Date
  /** Names the quotes that are missing, and why; null when everything came. */
  reason: string | null
  origin: Origin
}

/** A minute is collected once: a later request for it changes nothing. */
export async function saveMinute(
  tx: Tx,
  collected: CollectedMinute,
  quotes: readonly Quote[],
  source: string,
): Promise<number> {
  const { minute, collectedAt, reason, origin } = collected
  const [, inserted] = await Promise.all([
    // First, because creating a month waits for writers of minutes, and this transaction would be one of them.
    makeMonths(tx, 'minute_quotes', [minute]),
    tx`
      insert into minutes (minute, collected_at, reason, origin, traceparent)
      values (${minute}, ${collectedAt}, ${reason}, ${origin}, ${activeTraceparent()})
      on conflict do nothing`,
  ])
  if (inserted.count === 0 || quotes.length === 0) return 0
  const rows = quotes.map(({ symbol, price, quotedAt }) => ({ minute, symbol, price, quoted_at: quotedAt, source }))
  const stored = await tx`insert into minute_quotes ${tx(rows)} on conflict do nothing`
  return stored.count
}

export interface MinuteQuoteRow {
  symbol: string
  price: number
  quotedAt: Date
  source: string
}

export async function readMinute(
  sql: Db,
  minute: Date,
): Promise<(Omit<CollectedMinute, 'minute'> & { quotes: MinuteQuoteRow[] }) | null> {
  const [[row], quotes] = await Promise.all([
    sql<Omit<CollectedMinute, 'minute'>[]>`
      select m.collected_at as "collectedAt", m.reason, m.origin from minutes as m where m.minute = ${minute}`,
    sql<MinuteQuoteRow[]>`
      select q.symbol, q.price, q.quoted_at as "quotedAt", q.source from minute_quotes as q
      where q.minute = ${minute} order by q.symbol limit 100`,
  ])
  return row ? { ...row, quotes } : null
}

/** A feed shows a price this much later at most; an older one was shown by a minute before as well. */
export const SHOWN_WITHIN_MINUTES = 60

/** The price that was quoted last in a span of a session, whenever a minute collected it; null if none is known. */
export async function priceQuotedIn(
  sql: Db,
  symbol: string,
  { from, upTo }: { from: Date; upTo: Date },
): Promise<number | null> {
  const [row] = await sql<{ price: number }[]>`
    select q.price from minute_quotes as q
    where q.symbol = ${symbol} and q.quoted_at >= ${from} and q.quoted_at <= ${upTo} and q.minute >= ${from}
      and q.minute <= ${upTo}::timestamptz + make_interval(mins => ${SHOWN_WITHIN_MINUTES})
    order by q.quoted_at desc limit 1`
  return row?.price ?? null
}

/** Deletes one batch of the oldest minutes, with their quotes; call again while it returns `limit`. */
export async function pruneMinutes(sql: Db, before: Date, limit: number): Promise<number> {
  const gone = await sql`
    delete from minutes as m
    where m.minute in (select old.minute from minutes as old where old.minute < ${before} order by old.minute limit ${limit})`
  return gone.count
}
