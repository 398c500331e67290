import type { RegimeDay } from '../../pipeline/transitions/regime-spells.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

/** Forty years of sessions. */
const ROWS_MAX = 10_000

/** Every day, oldest first, so that a spell that reaches into a window keeps its beginning. */
export async function regimeDays(db: Db): Promise<RegimeDay[]> {
  return await db<RegimeDay[]>`
    select d.trade_date as day, d.regime, d.health_score as "healthScore", d.rules_version as "rulesVersion"
    from signals_daily as d order by d.trade_date limit ${ROWS_MAX}`
}

export interface RegimeStatement {
  day: TradingDay
  asOf: Date
  reason: string
  origin: 'scheduled' | 'backfill' | 'imported'
  rulesVersion: string
}

/** The regime statements of some days, by day. */
export async function regimeStatements(db: Db, days: readonly string[]): Promise<Map<string, RegimeStatement>> {
  if (days.length === 0) return new Map()
  const rows = await db<RegimeStatement[]>`
    select d.trade_date as day, d.as_of as "asOf", d.regime_reason as reason, d.origin, d.rules_version as "rulesVersion"
    from signals_daily as d where d.trade_date = any(string_to_array(${days.join(',')}, ',')::date[]) limit ${ROWS_MAX}`
  return new Map(rows.map((row) => [row.day, row]))
}
