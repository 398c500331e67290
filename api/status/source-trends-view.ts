import type { Db } from '../../shared/postgres/server/db.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

const ROWS_MAX = 20_000

export interface SourceDay {
  source: string
  day: TradingDay
  runs: number
  ok: number
  degraded: number
}

/** The counts of the days in [from, to], and the first day with counts. */
export async function sourceDays(
  db: Db,
  { from, to }: { from: TradingDay; to: TradingDay },
): Promise<{ since: TradingDay | null; days: SourceDay[] }> {
  const [first] = await db<{ day: TradingDay }[]>`
    select d.day::text as day from source_run_days as d order by d.day limit 1`
  const days = await db<SourceDay[]>`
    select d.source, d.day::text as day, d.runs, d.ok, d.degraded
    from source_run_days as d
    where d.day >= ${from} and d.day <= ${to}
    order by d.source, d.day
    limit ${ROWS_MAX}`
  return { since: first?.day ?? null, days }
}
