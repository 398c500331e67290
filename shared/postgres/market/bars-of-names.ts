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
    select k.symbol, array_agg(k.day::text order by k.day) as days, array_agg(k.close order by k.day) as closes,
      array_agg(k.open order by k.day) as opens, array_agg(k.high order by k.day) as highs,
      array_agg(k.low order by k.day) as lows, array_agg(k.volume order by k.day) as volumes
    from (
      select distinct on (b.symbol, b.day) b.symbol, b.day, b.close, b.open, b.high, b.low, b.volume
      from member_bars as b
      where b.symbol = any(string_to_array(${symbols.join(',')}, ',')) and b.day >= ${from}::text::date
        and b.day <= ${upTo}::text::date and b.known_at <= ${knownBy}
      order by b.symbol, b.day, b.revision desc
    ) as k
    group by k.symbol order by k.symbol limit ${NAMES_MAX}`
}
