import type { Db } from '../../../shared/postgres/server/db.ts'
import { addDays, type TradingDay } from '../../../shared/time/trading-day.ts'
import type { ClosedPart } from './closed-fold.ts'

/** A closed part with the regime of the last daily row known when the position was opened. */
export interface ClosedLine extends ClosedPart {
  regime: string | null
}

/** Adds the regimes, which one statement reads for all lines: each of thousands would search the daily rows again. */
export async function withRegimes(sql: Db, parts: readonly ClosedPart[]): Promise<ClosedLine[]> {
  if (parts.length === 0) return []
  const earliest = new Date(Math.min(...parts.map(({ openedAt }) => openedAt.getTime())))
  const days = await sql<{ asOf: Date; regime: string | null }[]>`
    select d.as_of as "asOf", d.regime from signals_daily as d
    where d.trade_date >= coalesce(
      (select max(f.trade_date) from signals_daily as f where f.as_of <= ${earliest}), '-infinity')
    order by d.trade_date desc`
  const known = new Map<number, string | null>()
  const regimeAt = (at: number): string | null => {
    if (!known.has(at)) known.set(at, days.find(({ asOf }) => asOf.getTime() <= at)?.regime ?? null)
    return known.get(at)!
  }
  return parts.map((part) => ({ ...part, regime: regimeAt(part.openedAt.getTime()) }))
}

/** Calendar days that hold 252 sessions. */
const YEAR_DAYS = 366

/** Closes of the year that ends on `upTo`, oldest first, of the symbols that have any; SPY from the daily rows. */
export async function closesOfYear(
  sql: Db,
  symbols: readonly string[],
  upTo: TradingDay,
): Promise<Map<string, number[]>> {
  const from = addDays(upTo, -YEAR_DAYS)
  const rows = await sql<{ symbol: string; closes: number[] }[]>`
    select k.symbol, json_agg(k.close order by k.day) as closes
    from (
      select distinct on (b.symbol, b.day) b.symbol, b.day, b.close from member_bars as b
      where b.symbol = any(string_to_array(${symbols.join(',')}, ',')) and b.symbol <> 'SPY'
        and b.day >= ${from}::text::date and b.day <= ${upTo}::text::date
      order by b.symbol, b.day, b.revision desc
    ) as k group by k.symbol
    union all
    select 'SPY', json_agg(d.spy_close order by d.trade_date) from signals_daily as d
    where d.trade_date >= ${from}::text::date and d.trade_date <= ${upTo}::text::date and d.spy_close is not null
    having count(*) > 0`
  return new Map(rows.map(({ symbol, closes }) => [symbol, closes]))
}
