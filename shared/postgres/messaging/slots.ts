import type { TradingDay } from '../../time/trading-day.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db, Tx } from '../server/db.ts'

export interface SlotDecision {
  key: string
  kind: string
  scheduledFor: Date
  state: 'fired' | 'missed'
  reason: string | null
  decidedAt: Date
  origin: 'scheduled' | 'backfill'
}

/** True for the one scheduler that decided this slot; false for those that came later. */
export async function claimSlot(sql: Db, slot: SlotDecision): Promise<boolean> {
  const rows = await sql`
    insert into slots (key, kind, scheduled_for, state, reason, decided_at, origin, traceparent)
    values (${slot.key}, ${slot.kind}, ${slot.scheduledFor}, ${slot.state}, ${slot.reason}, ${slot.decidedAt}, ${slot.origin},
      ${activeTraceparent()})
    on conflict do nothing
    returning 1`
  return rows.length === 1
}

export async function decidedKeys(sql: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ key: string }[]>`select s.key from slots as s where s.key = any(${keys as string[]})`
  return new Set(rows.map((row) => row.key))
}

/** The newest decided slot up to now, of the minutes or of all others; null before the first. */
export async function newestSlot(sql: Db, of: 'minutes' | 'others'): Promise<Date | null> {
  const [row] = await sql<{ newest: Date | null }[]>`
    select max(s.scheduled_for) as newest from slots as s
    where s.origin = 'scheduled' and (s.kind = 'minute') = ${of === 'minutes'}
      and s.scheduled_for <= service_now()`
  return row?.newest ?? null
}

/** Deletes the misses of slots that are still to come, which only a clock that was ahead can have recorded. */
export async function deleteFutureMisses(tx: Tx, now: Date): Promise<number> {
  const gone = await tx`delete from slots as s where s.state = 'missed' and s.scheduled_for > ${now}`
  return gone.count
}

/** Deletes one batch of old slots. Those of minutes go sooner, because a session has hundreds. */
export async function pruneSlots(
  sql: Db,
  { minutesBefore, othersBefore }: { minutesBefore: Date; othersBefore: Date },
  limit: number,
): Promise<number> {
  const gone = await sql`
    delete from slots as s where s.key in (
      select old.key from slots as old
      where old.scheduled_for < ${minutesBefore} and (old.kind = 'minute' or old.scheduled_for < ${othersBefore})
      order by old.scheduled_for limit ${limit})`
  return gone.count
}

/** The reasons of the slots of some kinds that a day missed, by key. */
export async function missedSlots(sql: Db, day: TradingDay, kinds: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ key: string; reason: string }[]>`
    select s.key, s.reason from slots as s
    where s.state = 'missed' and s.kind = any(string_to_array(${kinds.join(',')}, ','))
      and (s.scheduled_for at time zone 'America/New_York')::date = ${day}::text::date limit 100`
  return new Map(rows.map(({ key, reason }) => [key, reason]))
}

/** Returns how many scheduled slots of (after, through] were fired and missed. */
export async function countDecided(sql: Db, after: Date, through: Date): Promise<{ fired: number; missed: number }> {
  const [row] = await sql<[{ fired: number; missed: number }]>`
    select count(*) filter (where s.state = 'fired')::int as fired, count(*) filter (where s.state = 'missed')::int as missed
    from slots as s where s.scheduled_for > ${after} and s.scheduled_for <= ${through} and s.origin = 'scheduled'`
  return row
}
