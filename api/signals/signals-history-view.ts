import type { Db } from '../../shared/postgres/server/db.ts'

/** A daily row under its column names, which are the contract of history and export. */
export interface HistoryRow {
  trade_date: string
  state: string
  as_of: Date
  rules_version: string
  regime: string | null
  regime_reason: string
  health_score: number | null
  score_low: number | null
  score_high: number | null
  live_points: number
  spy_close: number | null
  vix_close: number | null
  dix: number | null
  gex: number | null
  gex_series: string | null
  hy_oas: number | null
  vix_term: number | null
  skew: number | null
  yield_curve: number | null
  dollar: number | null
  oil: number | null
  breakevens: number | null
  breadth: number | null
  aaii: number | null
  cot: number | null
  points: Record<string, unknown>
  points_exact: Record<string, number | null> | null
  value_days: Record<string, string> | null
  origin: string
  run: number
  scenario: string | null
}

const columns = (db: Db) => db`
  sd.trade_date, sd.state, sd.as_of, sd.rules_version, sd.regime, sd.regime_reason, sd.health_score, sd.score_low,
  sd.score_high, sd.live_points, sd.spy_close, sd.vix_close, sd.dix, sd.gex, sd.gex_series, sd.hy_oas, sd.vix_term,
  sd.skew, sd.yield_curve, sd.dollar, sd.oil, sd.breakevens, sd.breadth, sd.aaii, sd.cot, sd.points,
  sd.points_exact, sd.value_days, sd.origin, sd.run, (select sw.scenario from simulated_world as sw) as scenario`

/** The newest sessions, oldest first. */
export async function newestSessions(db: Db, sessions: number): Promise<HistoryRow[]> {
  const rows = await db<HistoryRow[]>`
    select ${columns(db)} from signals_daily as sd order by sd.trade_date desc limit ${sessions}`
  return rows.toReversed()
}

/** A part of the table. Each part is one short query, so that a slow reader holds no connection. */
export async function sessionsAfter(db: Db, day: string, limit: number): Promise<HistoryRow[]> {
  return await db<HistoryRow[]>`
    select ${columns(db)} from signals_daily as sd where sd.trade_date > ${day} order by sd.trade_date limit ${limit}`
}
