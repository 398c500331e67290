import type { Db } from '../../shared/postgres/server/db.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

export interface ThemeCloses {
  symbol: string
  days: TradingDay[]
  closes: number[]
}

/** The closes of a few members since a day, oldest first; as JSON, because the reader's pool parses no arrays. */
export async function memberCloses(sql: Db, symbols: readonly string[], from: TradingDay): Promise<ThemeCloses[]> {
  return await sql<ThemeCloses[]>`
    select k.symbol, json_agg(k.day::text order by k.day) as days, json_agg(k.close order by k.day) as closes
    from (
      select distinct on (b.symbol, b.day) b.symbol, b.day, b.close
      from member_bars as b
      where b.symbol = any(string_to_array(${symbols.join(',')}, ',')) and b.day >= ${from}::text::date
      order by b.symbol, b.day, b.revision desc
    ) as k
    group by k.symbol
    limit 100`
}
