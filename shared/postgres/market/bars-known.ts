import type { TradingDay } from '../../time/trading-day.ts'
import type { Db } from '../server/db.ts'
import { closeTime } from '../server/half-days.ts'
import { SHOWN_WITHIN_MINUTES } from './minutes.ts'

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
 * Quarter hours of a session, newest first, of the prices that were collected each minute and for each cycle. A price
 * belongs to the time at which it was quoted, since a delayed feed shows it a quarter of an hour later: that of 09:45
 * ends the quarter hour that starts at 09:30, which that of the open begins, and one that was collected again counts once.
 * Prices from after the close, at 13:00 on a half-day, are left out.
 */
export async function quarterHoursKnown(db: Db, range: Range<Date>): Promise<KnownQuarterHour[]> {
  const { symbol, from, upTo, knownBy, limit } = range
  return await db<KnownQuarterHour[]>`
    with collected as (
      select q.quoted_at, q.price, m.collected_at as known_at, q.source
      from minute_quotes as q join minutes as m on m.minute = q.minute
      where q.symbol = ${symbol} and q.minute > ${from}
        and q.minute <= ${upTo}::timestamptz + make_interval(mins => ${SHOWN_WITHIN_MINUTES})
      union all
      select q.quoted_at, q.price, q.known_at, q.source from quotes as q where q.symbol = ${symbol}
    ), prices as (
      select distinct on (c.quoted_at) c.quoted_at, c.price, c.known_at, c.source,
        case when (c.quoted_at at time zone 'America/New_York')::time = '09:30' then c.quoted_at
          else c.quoted_at - interval '1 millisecond' end as within
      from collected as c
      where c.quoted_at > ${from} and c.quoted_at <= ${upTo} and c.known_at <= ${knownBy}
      order by c.quoted_at, c.known_at
    )
    select date_bin('15 minutes', p.within, timestamptz 'epoch') as start,
      (array_agg(p.price order by p.quoted_at))[1] as open, max(p.price) as high, min(p.price) as low,
      (array_agg(p.price order by p.quoted_at desc))[1] as close,
      count(distinct date_trunc('minute', p.within))::integer as minutes,
      max(p.known_at) as "knownAt", max(p.source) as source
    from prices as p
    where (p.within at time zone 'America/New_York')::time >= '09:30'
      and (p.within at time zone 'America/New_York')::time
        < ${closeTime(db, db`(p.within at time zone 'America/New_York')::date`)}
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
