import type { z } from 'zod'
import type { TradingDay } from '../../time/trading-day.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db, Tx } from '../server/db.ts'
import type { ReadOrigin } from './ai-reads.ts'

export type Variant = 'deterministic' | 'llm'

export interface StoredDirection {
  label: 'up' | 'down' | 'sideways'
  confidence: number
}

/** A verdict as it was written; nothing of it ever changes. */
export interface StoredVerdict {
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
  era: string
  /** The verdict as JSON. */
  document: string
  /** The writer's own figures. The deterministic variant passes the validated statements through. */
  band: 'low' | 'elevated' | 'high' | null
  rate: number | null
  baseRate: number | null
  sizeClass: 'small' | 'normal' | 'big' | null
  pSmall: number | null
  pNormal: number | null
  pBig: number | null
  direction: Record<'1d' | '3d' | '5d', StoredDirection> | null
  idea: string | null
  ideaUnderlying: string | null
  ideaDirection: 'up' | 'down' | null
  ideaHorizon: number | null
  stateRef: string | null
  /** The reason why there is no verdict of the LLM next to this one; null if there is one, or if no provider is set. */
  fallback: string | null
  /** The facts with which a later slot compares the verdict. */
  facts: StandingFacts | null
  writtenAt: Date
}

export interface StandingFacts {
  regime_now: string | null
  spy: number | null
  edges: { normal: number; big: number } | null
}

const columns = (sql: Db) => sql`
  v.id, v.cycle_id as "cycleId", v.variant, v.as_of as "asOf", v.day::text as day, v.origin, v.model, v.simulated,
  v.prompt_version as "promptVersion", v.rules_version as "rulesVersion", v.era, v.document, v.band, v.rate,
  v.base_rate as "baseRate", v.size_class as "sizeClass", v.p_small as "pSmall", v.p_normal as "pNormal",
  v.p_big as "pBig", v.direction, v.idea, v.idea_underlying as "ideaUnderlying", v.idea_direction as "ideaDirection",
  v.idea_horizon as "ideaHorizon", v.state_ref as "stateRef", v.fallback, v.facts, v.written_at as "writtenAt"`

/** Returns the id, or null when the cycle has a verdict of this variant already. */
export async function saveVerdict(tx: Tx, verdict: Omit<StoredVerdict, 'id'>): Promise<number | null> {
  const row = {
    cycle_id: verdict.cycleId,
    variant: verdict.variant,
    as_of: verdict.asOf,
    day: verdict.day,
    origin: verdict.origin,
    model: verdict.model,
    simulated: verdict.simulated,
    prompt_version: verdict.promptVersion,
    rules_version: verdict.rulesVersion,
    era: verdict.era,
    document: verdict.document,
    band: verdict.band,
    rate: verdict.rate,
    base_rate: verdict.baseRate,
    size_class: verdict.sizeClass,
    p_small: verdict.pSmall,
    p_normal: verdict.pNormal,
    p_big: verdict.pBig,
    direction: verdict.direction && tx.json(verdict.direction as never),
    idea: verdict.idea,
    idea_underlying: verdict.ideaUnderlying,
    idea_direction: verdict.ideaDirection,
    idea_horizon: verdict.ideaHorizon,
    state_ref: verdict.stateRef,
    fallback: verdict.fallback,
    facts: verdict.facts && tx.json({ ...verdict.facts }),
    written_at: verdict.writtenAt,
    traceparent: activeTraceparent(),
  }
  const [saved] = await tx<{ id: number }[]>`
    insert into ai_verdicts ${tx(row)} on conflict (cycle_id, variant) do nothing returning id`
  return saved?.id ?? null
}

/** The newest verdict of a variant that live slots and events wrote by an instant. */
export async function newestVerdict(sql: Db, variant: Variant, by: Date): Promise<StoredVerdict | null> {
  const [row] = await sql<StoredVerdict[]>`
    select ${columns(sql)} from ai_verdicts as v
    where v.variant = ${variant} and v.origin <> 'backfill' and v.written_at <= ${by}
    order by v.as_of desc limit 1`
  return row ?? null
}

export async function verdictsOfCycles(sql: Db, cycleIds: readonly string[]): Promise<StoredVerdict[]> {
  return await sql<StoredVerdict[]>`
    select ${columns(sql)} from ai_verdicts as v
    where v.cycle_id = any(string_to_array(${cycleIds.join('\n')}, ${'\n'})) order by v.as_of desc, v.variant`
}

/** Parts of a stored verdict; null where it does not have them, as one of another version may not. */
export function readVerdict<S extends z.ZodType>({ document }: Pick<StoredVerdict, 'document'>, parts: S) {
  try {
    return parts.safeParse(JSON.parse(document)).data ?? null
  } catch {
    return null
  }
}
