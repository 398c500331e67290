import { type AiGrades, GRADES_KEY } from '../../domain/contract/ai-grades.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db, Tx } from '../server/db.ts'
import { readModel } from '../signals/read-models.ts'

/** A grade in public words. */
export type PublicGrade = AiGrades['public']['grades']['magnitude']

/**
 * The part of the grades that ai2/history serves: exactly these three kinds, and the twin's sentence. The LLM's
 * narrative is shown with the verdict unless its sizes were found worse than its twin's.
 */
export type PublicGrades = AiGrades['public']

const NO_GRADES_YET: PublicGrade = { verdict: 'insufficient_data', matured: 0, reason: 'no verdict has matured yet' }

/** Before the first run of the grading stage. */
const NOTHING_GRADED: PublicGrades = {
  grades: { risk_band: NO_GRADES_YET, magnitude: NO_GRADES_YET, trade_idea: NO_GRADES_YET },
  twin: {
    verdict: 'insufficient_data',
    sentence: 'No verdict of the LLM has matured beside its twin yet.',
    n: 0,
    n_needed: null,
    date: null,
  },
  lendsNarrative: true,
}

/** All that the grading stage found in its newest run; null before the first. */
export async function readGrades(sql: Db): Promise<AiGrades | null> {
  const stored = await readModel(sql, GRADES_KEY)
  return stored && (JSON.parse(stored.body) as AiGrades)
}

/** The grades in public words, as the grading stage wrote them. */
export async function publicGrades(sql: Db): Promise<PublicGrades> {
  return (await readGrades(sql))?.public ?? NOTHING_GRADED
}

/** Returns whether the forward grade of the deterministic sizes is better than a third each. */
export const areSizesConfirmed = ({ grades }: PublicGrades): boolean => grades.magnitude.verdict === 'better'

/** The claims of slots that were served live, or those of simulated months. */
export type GradeSeries = 'live' | 'backfill'
const TABLES = { live: 'ai_grades', backfill: 'ai_backfill_grades' } as const satisfies Record<GradeSeries, string>

export interface StoredGrade {
  verdictId: number
  kind: 'risk_band' | 'magnitude' | 'direction' | 'trade_idea'
  sessions: number
  startDay: TradingDay
  endDay: TradingDay
  stated: number
  came: boolean
  base: number
  loss: number
  baseLoss: number
}

/** Stores grades permanently; a claim that is already graded is left unchanged. */
export async function saveGrades(
  tx: Tx,
  series: GradeSeries,
  grades: readonly StoredGrade[],
  { asOf, rulesVersion }: { asOf: Date; rulesVersion: string },
): Promise<void> {
  if (grades.length === 0) return
  const rows = grades.map((grade) => ({
    verdict_id: grade.verdictId,
    kind: grade.kind,
    sessions: grade.sessions,
    start_day: grade.startDay,
    end_day: grade.endDay,
    stated: grade.stated,
    came: grade.came,
    base: grade.base,
    loss: grade.loss,
    base_loss: grade.baseLoss,
  }))
  await tx`
    insert into ${tx(TABLES[series])} (verdict_id, kind, sessions, start_day, end_day, stated, came, base, loss, base_loss,
      graded_as_of, rules_version, traceparent)
    select g.verdict_id, g.kind, g.sessions, g.start_day, g.end_day, g.stated, g.came, g.base, g.loss, g.base_loss,
      ${asOf}::timestamptz, ${rulesVersion}, ${activeTraceparent()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as g (verdict_id bigint, kind text, sessions integer,
      start_day date, end_day date, stated float8, came boolean, base float8, loss float8, base_loss float8)
    on conflict do nothing`
}

const GRADES_MAX = 200_000

/** All grades of a series, by their start. */
export async function gradesOf(sql: Db, series: GradeSeries): Promise<StoredGrade[]> {
  return await sql<StoredGrade[]>`
    select g.verdict_id as "verdictId", g.kind, g.sessions, g.start_day::text as "startDay", g.end_day::text as "endDay",
      g.stated, g.came, g.base, g.loss, g.base_loss as "baseLoss"
    from ${sql(TABLES[series])} as g order by g.start_day, g.verdict_id, g.kind, g.sessions limit ${GRADES_MAX}`
}

export interface StatedFigures {
  id: number
  cycleId: string
  variant: 'deterministic' | 'llm'
  era: string
  simulated: boolean
  asOf: Date
  rate: number | null
  sizeClass: 'small' | 'normal' | 'big' | null
  pSmall: number | null
  pNormal: number | null
  pBig: number | null
  direction: Record<'1d' | '3d' | '5d', { label: 'up' | 'down' | 'sideways'; confidence: number }> | null
  ideaUnderlying: string | null
  ideaDirection: 'up' | 'down' | null
  ideaHorizon: number | null
}

/** The claims that the verdicts of a series had stated by an instant, oldest first. */
export async function statedFigures(sql: Db, series: GradeSeries, by: Date): Promise<StatedFigures[]> {
  return await sql<StatedFigures[]>`
    select v.id, v.cycle_id as "cycleId", v.variant, v.era, v.simulated, v.as_of as "asOf", v.rate,
      v.size_class as "sizeClass", v.p_small as "pSmall", v.p_normal as "pNormal", v.p_big as "pBig", v.direction,
      v.idea_underlying as "ideaUnderlying", v.idea_direction as "ideaDirection", v.idea_horizon as "ideaHorizon"
    from ai_verdicts as v
    where (v.origin = 'backfill') = ${series === 'backfill'} and v.as_of <= ${by}
    order by v.as_of, v.id limit ${GRADES_MAX}`
}

/** Closes of stocks since a day as they were known at an instant, split-adjusted, by symbol and day. */
export async function closesOfIdeas(
  sql: Db,
  { symbols, from, knownBy }: { symbols: readonly string[]; from: TradingDay; knownBy: Date },
): Promise<{ symbol: string; day: TradingDay; close: number }[]> {
  return await sql<{ symbol: string; day: TradingDay; close: number }[]>`
    select distinct on (b.symbol, b.day) b.symbol, b.day::text as day, b.close from member_bars as b
    where b.symbol = any(string_to_array(${symbols.join(',')}, ',')) and b.day >= ${from}::text::date
      and b.known_at <= ${knownBy}
    order by b.symbol, b.day, b.revision desc limit ${GRADES_MAX}`
}
