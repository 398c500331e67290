import type { DailyRow } from '../../domain/contract/daily-row.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db } from '../server/db.ts'

export interface SignalsDay extends DailyRow {
  state: 'provisional' | 'final'
  asOf: Date
  run: number
}

/**
 * Returns whether it was stored. A later row replaces a provisional one; late values do not revise a final row,
 * which only a re-run replaces that is final too.
 */
export async function saveSignalsDay(db: Db, day: SignalsDay): Promise<boolean> {
  const rows = await db`
    insert into signals_daily as sd (
      trade_date, state, as_of, rules_version, regime, regime_reason, health_score, score_low, score_high,
      live_points, spy_close, vix_close, dix, gex, gex_series, hy_oas, vix_term, skew, yield_curve, dollar, oil,
      breakevens, breadth, aaii, cot, points, points_exact, value_days, origin, run,
      traceparent)
    values (
      ${day.tradeDate}, ${day.state}, ${day.asOf}, ${day.rulesVersion}, ${day.regime}, ${day.regimeReason},
      ${day.healthScore}, ${day.scoreLow}, ${day.scoreHigh}, ${day.livePoints}, ${day.spyClose}, ${day.vixClose},
      ${day.dix}, ${day.gex}, ${day.gexSeries}, ${day.hyOas}, ${day.vixTerm}, ${day.skew}, ${day.yieldCurve},
      ${day.dollar}, ${day.oil}, ${day.breakevens}, ${day.breadth}, ${day.aaii}, ${day.cot}, ${db.json(day.points)},
      ${db.json(day.pointsExact)}, ${db.json(day.valueDays)}, ${day.origin}, ${day.run}, ${activeTraceparent()})
    on conflict (trade_date) do update set
      state = excluded.state, as_of = excluded.as_of, rules_version = excluded.rules_version,
      regime = excluded.regime, regime_reason = excluded.regime_reason, health_score = excluded.health_score,
      score_low = excluded.score_low, score_high = excluded.score_high, live_points = excluded.live_points,
      spy_close = excluded.spy_close, vix_close = excluded.vix_close, dix = excluded.dix, gex = excluded.gex,
      gex_series = excluded.gex_series, hy_oas = excluded.hy_oas, vix_term = excluded.vix_term,
      skew = excluded.skew, yield_curve = excluded.yield_curve, dollar = excluded.dollar, oil = excluded.oil,
      breakevens = excluded.breakevens, breadth = excluded.breadth, aaii = excluded.aaii, cot = excluded.cot,
      points = excluded.points, points_exact = excluded.points_exact, value_days = excluded.value_days,
      origin = excluded.origin, run = excluded.run, traceparent = excluded.traceparent
    where (sd.state = 'provisional' and (sd.as_of, sd.run) <= (excluded.as_of, excluded.run))
      or (excluded.state = 'final' and sd.run < excluded.run)
    returning sd.trade_date`
  return rows.length === 1
}

export interface DayRead extends Pick<SignalsDay, 'state' | 'regime' | 'healthScore' | 'asOf'> {}

/** Score and regime of a session's daily row; null before its first row. */
export async function readSignalsDay(db: Db, day: string): Promise<DayRead | null> {
  const [row] = await db<DayRead[]>`
    select d.state, d.regime, d.health_score as "healthScore", d.as_of as "asOf" from signals_daily as d
    where d.trade_date = ${day}::text::date limit 1`
  return row ?? null
}

export interface ScoreOfDay {
  day: TradingDay
  health_score: number | null
  score_low: number | null
  score_high: number | null
  live_points: number
}

/** The score of each final daily row in [from, upTo], oldest first. */
export async function scoresOfDays(
  db: Db,
  { from, upTo }: { from: TradingDay; upTo: TradingDay },
): Promise<ScoreOfDay[]> {
  return await db<ScoreOfDay[]>`
    select d.trade_date as day, d.health_score, d.score_low, d.score_high, d.live_points from signals_daily as d
    where d.trade_date >= ${from}::text::date and d.trade_date <= ${upTo}::text::date and d.state = 'final'
    order by d.trade_date limit 10000`
}
