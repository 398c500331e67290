import type { TradingDay } from '../../time/trading-day.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db, Tx } from '../server/db.ts'
import type { ReadOrigin } from './ai-reads.ts'
import type { Variant } from './ai-verdicts.ts'

/** AI-1's words about the state in one cycle. */
export interface StoredState {
  id: number
  cycleId: string
  variant: Variant
  asOf: Date
  day: TradingDay
  origin: ReadOrigin
  model: string | null
  simulated: boolean
  promptVersion: string | null
  rulesVersion: string
  fallback: string | null
  /** The description as JSON. */
  document: string
  writtenAt: Date
}

const columns = (sql: Db) => sql`
  s.id, s.cycle_id as "cycleId", s.variant, s.as_of as "asOf", s.day::text as day, s.origin, s.model, s.simulated,
  s.prompt_version as "promptVersion", s.rules_version as "rulesVersion", s.fallback, s.document,
  s.written_at as "writtenAt"`

export async function saveState(tx: Tx, state: Omit<StoredState, 'id'>): Promise<void> {
  const row = {
    cycle_id: state.cycleId,
    variant: state.variant,
    as_of: state.asOf,
    day: state.day,
    origin: state.origin,
    model: state.model,
    simulated: state.simulated,
    prompt_version: state.promptVersion,
    rules_version: state.rulesVersion,
    fallback: state.fallback,
    document: state.document,
    written_at: state.writtenAt,
    traceparent: activeTraceparent(),
  }
  await tx`insert into ai_states ${tx(row)} on conflict (cycle_id, variant) do nothing`
}

/** The newest text of a variant written on a day by an instant. */
export async function newestState(
  sql: Db,
  { variant, day, by }: { variant: Variant; day: TradingDay; by: Date },
): Promise<StoredState | null> {
  const [row] = await sql<StoredState[]>`
    select ${columns(sql)} from ai_states as s
    where s.variant = ${variant} and s.day = ${day}::text::date and s.origin <> 'backfill' and s.written_at <= ${by}
    order by s.as_of desc limit 1`
  return row ?? null
}

export async function statesOfCycles(sql: Db, cycleIds: readonly string[]): Promise<StoredState[]> {
  return await sql<StoredState[]>`
    select ${columns(sql)} from ai_states as s
    where s.cycle_id = any(string_to_array(${cycleIds.join('\n')}, ${'\n'})) order by s.as_of desc, s.variant`
}
