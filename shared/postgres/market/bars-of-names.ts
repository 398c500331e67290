import type { TradingDay } from '../../time/trading-day.ts'
import type { Db } from '../server/db.ts'

/** Bars of one name, oldest first; a value is null where a vendor sent the close alone. */
export interface NameBars {
  symbol: string
  days: TradingDay[]
  closes: number[]
  opens: (number | null)[]
  highs: (number | null)[]
  lows: (number | null)[]
  volumes: (number | null)[]
}

const NAMES_MAX = 1_000

/** Bars of some names from a day up to another, each as it was known at an instant. */
export async function barsOfNames(
  db: Db,
  { symbols, from, upTo, knownBy }: { symbols: readonly string[]; from: TradingDay; upTo: TradingDay; knownBy: Date },
): Promise<NameBars[]> {
  return await db<NameBars[]>`
    select s.symbol, a.* from unnest(string_to_array(${[...new Set(symbols)].join(',')}, ',')) as s (symbol)
    cross join lateral (
      select json_agg(k.day order by k.day) as days, json_agg(k.close order by k.day) as closes,
        json_agg(k.open order by k.day) as opens, json_agg(k.high order by k.day) as highs,
        json_agg(k.low order by k.day) as lows, json_agg(k.volume order by k.day) as volumes
      from (
        select distinct on (b.day) b.day, b.close, b.open, b.high, b.low, b.volume
        from member_bars as b
        where b.symbol = s.symbol and b.day >= ${from}::text::date and b.day <= ${upTo}::text::date
          and b.known_at <= ${knownBy}
        order by b.day, b.revision desc
      ) as k
    ) as a
    where a.days is not null order by s.symbol limit ${NAMES_MAX}`
}
