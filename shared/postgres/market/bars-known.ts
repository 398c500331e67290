import type { TradingDay } from '../../time/trading-day.ts'
import type { Db } from '../server/db.ts'

export interface KnownDailyBar {
  day: TradingDay
  open: number | null
  high: number | null
  low: number | null
  close: number
  volume: number | null
  knownAt: Date
  source: string
}

interface Range<T> {
  symbol: string
  from: T
  upTo: T
  knownBy: Date
  limit: number
}

/** The newest daily bars of a range, newest first, each in the revision that was known at an instant. */
export async function dailyBarsKnown(db: Db, range: Range<TradingDay>): Promise<KnownDailyBar[]> {
  const { symbol, from, upTo, knownBy, limit } = range
  return await db<KnownDailyBar[]>`
    select distinct on (b.day) b.day::text as day, b.open, b.high, b.low, b.close, b.volume, b.known_at as "knownAt",
      b.source
    from member_bars as b
    where b.symbol = ${symbol} and b.day >= ${from}::text::date and b.day <= ${upTo}::text::date
      and b.known_at <= ${knownBy}
    order by b.day desc, b.revision desc
    limit ${limit}`
}

export interface KnownQuarterHour {
  start: Date
  open: number
  high: number
  low: number
  close: number
  minutes: number
  knownAt: Date
  source: string
}

/**
 * Quarter hours of the minutes that were collected, newest first. A minute's price is the last one before its end, so
 * the minute of 09:45 belongs to the quarter hour that starts at 09:30.
 */
export async function quarterHoursKnown(db: Db, range: Range<Date>): Promise<KnownQuarterHour[]> {
  const { symbol, from, upTo, knownBy, limit } = range
  return await db<KnownQuarterHour[]>`
    select date_bin('15 minutes', q.minute - interval '1 millisecond', timestamptz 'epoch') as start,
      (array_agg(q.price order by q.minute))[1] as open, max(q.price) as high, min(q.price) as low,
      (array_agg(q.price order by q.minute desc))[1] as close, count(*)::integer as minutes,
      max(m.collected_at) as "knownAt", max(q.source) as source
    from minute_quotes as q join minutes as m on m.minute = q.minute
    where q.symbol = ${symbol} and q.minute > ${from} and q.minute <= ${upTo} and m.collected_at <= ${knownBy}
    group by 1 order by 1 desc
    limit ${limit}`
}

/** Returns whether a symbol that no list has was ever priced or added by an operator. */
export async function isSymbolStored(db: Db, symbol: string): Promise<boolean> {
  const [row] = await db<[{ known: boolean }]>`
    select exists (select 1 from companies as c where c.ticker = ${symbol} and c.removed_at is null)
      or exists (select 1 from member_bars as b where b.symbol = ${symbol}) as known`
  return row.known
}
