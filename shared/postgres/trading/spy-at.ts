import { eastern } from '../../time/eastern.ts'
import type { Db } from '../server/db.ts'
import { closeTime } from '../server/half-days.ts'

/** Within so many days before an opening SPY had a session for certain. */
const SPY_DAYS = 7

/**
 * The newest price of SPY at an instant: the quote of a cycle or, once those are pruned, a close, which daily rows keep
 * forever. Null if none is known.
 */
export async function spyAt(sql: Db, at: Date): Promise<number | null> {
  const [row] = await sql<{ priceE4: number }[]>`
    select round(10000 * p.price)::bigint as "priceE4" from (
      select q.price, q.quoted_at as at from quotes as q
      where q.symbol = 'SPY' and q.quoted_at <= ${at}
        and q.quoted_at > ${at}::timestamptz - make_interval(days => ${SPY_DAYS}::integer)
      union all
      select d.spy_close, (d.trade_date + ${closeTime(sql, sql`d.trade_date`)}) at time zone 'America/New_York' from signals_daily as d
      where d.spy_close is not null and d.trade_date <= ${eastern(at).day}::text::date
        and d.trade_date > ${eastern(at).day}::text::date - ${SPY_DAYS}::integer
    ) as p
    where p.at <= ${at} order by p.at desc limit 1`
  return row?.priceE4 ?? null
}
