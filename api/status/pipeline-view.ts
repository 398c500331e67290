import type { SlotDecision } from '../../shared/postgres/messaging/slots.ts'
import type { Db } from '../../shared/postgres/server/db.ts'

export type SlotRow = Omit<SlotDecision, 'origin'>

const SLOTS_MAX = 500

/** The slots of an Eastern day, without those of single minutes, of which a session has hundreds. */
export async function slotsBetween(db: Db, from: Date, to: Date): Promise<SlotRow[]> {
  return await db<SlotRow[]>`
    select s.key, s.kind, s.scheduled_for as "scheduledFor", s.state, s.reason, s.decided_at as "decidedAt"
    from slots as s
    where s.scheduled_for >= ${from} and s.scheduled_for < ${to} and s.kind <> 'minute' and s.origin = 'scheduled'
    order by s.scheduled_for, s.key limit ${SLOTS_MAX}`
}

/** Minute slots between two instants, counted. */
export async function minuteSlotsBetween(db: Db, from: Date, to: Date): Promise<{ fired: number; missed: number }> {
  const [row] = await db<{ fired: number; missed: number }[]>`
    select (count(*) filter (where s.state = 'fired'))::integer as fired,
      (count(*) filter (where s.state = 'missed'))::integer as missed
    from slots as s where s.scheduled_for >= ${from} and s.scheduled_for < ${to} and s.kind = 'minute'`
  return row!
}

export interface TracedCycle {
  cycle: string
  state: string
  traceId: string
}

/** The newest cycles that have a trace, newest first. */
export async function tracedCycles(db: Db, limit: number): Promise<TracedCycle[]> {
  return await db<TracedCycle[]>`
    select c.id as cycle, c.state, split_part(c.traceparent, '-', 2) as "traceId"
    from cycles as c where c.traceparent is not null order by c.id desc limit ${limit}`
}
