import type { TradingDay } from '../../time/trading-day.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db, Tx } from '../server/db.ts'

export type ReadStage = 'ai1' | 'ai2'
/** `event`: a tripwire or a stale judgement requested it; `backfill`: a slot of simulated months. */
export type ReadOrigin = 'scheduled' | 'event' | 'backfill'
export type ReadState = 'waiting' | 'started' | 'written' | 'missed'

/** One stage of an AI cycle. */
export interface AiRead {
  /** `ai1:2026-11-24T09:40`, which is the key of its slot, or `ai1:event/2026-11-24T11:03`. */
  id: string
  cycleId: string
  stage: ReadStage
  day: TradingDay
  scheduledFor: Date
  origin: ReadOrigin
  fireKey: string | null
  waitsFor: string | null
  startsBy: Date
  state: ReadState
  reason: string | null
  cutoff: Date | null
  decidedAt: Date | null
  traceparent: string | null
}

const columns = (sql: Db) => sql`
  r.id, r.cycle_id as "cycleId", r.stage, r.day::text as day, r.scheduled_for as "scheduledFor", r.origin,
  r.fire_key as "fireKey", r.waits_for as "waitsFor", r.starts_by as "startsBy", r.state, r.reason, r.cutoff,
  r.decided_at as "decidedAt", r.traceparent`

export type NewRead = Omit<AiRead, 'state' | 'reason' | 'cutoff' | 'decidedAt' | 'traceparent'>

/** Opens a read that waits or has begun. Returns false when the read is known already. */
export async function openRead(tx: Tx, read: NewRead, state: 'waiting' | 'started'): Promise<boolean> {
  const rows = await tx`
    insert into ai_reads (id, cycle_id, stage, day, scheduled_for, origin, fire_key, waits_for, starts_by, state, traceparent)
    values (${read.id}, ${read.cycleId}, ${read.stage}, ${read.day}::text::date, ${read.scheduledFor}, ${read.origin},
      ${read.fireKey}, ${read.waitsFor}, ${read.startsBy}, ${state}, ${activeTraceparent()})
    on conflict do nothing returning 1`
  return rows.length === 1
}

export async function readAiRead(sql: Db, id: string): Promise<AiRead | null> {
  const [row] = await sql<AiRead[]>`select ${columns(sql)} from ai_reads as r where r.id = ${id}`
  return row ?? null
}

export async function startRead(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`update ai_reads set state = 'started' where id = ${id} and state = 'waiting' returning 1`
  return rows.length === 1
}

/**
 * Decides a started read together with everything else in its transaction. Returns false where it was decided before.
 */
export async function finishRead(tx: Tx, id: string, { cutoff, at }: { cutoff: Date; at: Date }): Promise<boolean> {
  const rows = await tx`
    update ai_reads set state = 'written', cutoff = ${cutoff}, decided_at = ${at}
    where id = ${id} and state = 'started' returning 1`
  return rows.length === 1
}

export async function missRead(tx: Tx, id: string, { reason, at }: { reason: string; at: Date }): Promise<boolean> {
  const rows = await tx`
    update ai_reads set state = 'missed', reason = ${reason}, decided_at = ${at}
    where id = ${id} and state in ('waiting', 'started') returning 1`
  return rows.length === 1
}

/** The undecided reads up to an instant, oldest first, except those that another scheduler holds. */
export async function lockOpenReads(tx: Tx, now: Date, limit: number): Promise<AiRead[]> {
  return await tx<AiRead[]>`
    select ${columns(tx)} from ai_reads as r
    where r.state in ('waiting', 'started') and r.origin <> 'backfill' and r.scheduled_for <= ${now}
    order by r.scheduled_for, r.stage limit ${limit} for update skip locked`
}

/** The reads of an Eastern day in their order, both stages. */
export async function readsOfDay(sql: Db, day: TradingDay): Promise<AiRead[]> {
  return await sql<AiRead[]>`
    select ${columns(sql)} from ai_reads as r where r.day = ${day}::text::date order by r.scheduled_for, r.stage limit 200`
}

/** Returns whether a read need not wait any longer: its report cycle, or AI-1 of its own AI cycle, has ended. */
export async function isWaitOver(sql: Db, { cycleId, stage, waitsFor }: NewRead): Promise<boolean> {
  const rows =
    stage === 'ai1'
      ? await sql`
          select 1 from cycles as c where c.id = ${waitsFor} and c.state in ('computed', 'reported', 'failed') limit 1`
      : await sql`
          select 1 from ai_reads as r
          where r.cycle_id = ${cycleId} and r.stage = 'ai1' and r.state in ('written', 'missed') limit 1`
  return rows.length > 0
}
