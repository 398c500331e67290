import {
  type EventBudget,
  type EventSource,
  type Reservation,
  reserveFire,
  UNUSED_BUDGET,
} from '../../domain/contract/event-budget.ts'
import { eastern } from '../../time/eastern.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db, Tx } from '../server/db.ts'

export interface FireRequest {
  /** Derived from what fired, such as an episode of a wire: a second request gets the first one's answer. */
  key: string
  source: EventSource
  /** The wire, or the judgment that is stale. */
  subject: string
  cause: string
  at: Date
}

interface FireRow {
  number: number | null
  reason: string | null
}

const reservationOf = ({ number, reason }: FireRow): Reservation =>
  number === null ? { granted: false, reason: reason ?? 'refused' } : { granted: true, number }

/**
 * Reserves one event fire of the shared budget, or records why not. The work of the fire starts after this transaction
 * has committed: a crash in between uses up the fire, and no restart returns it.
 */
export async function reserveEventFire(tx: Tx, request: FireRequest): Promise<Reservation> {
  const { key, source, subject, cause, at } = request
  const budget = await lockBudget(tx)
  // Read after the lock, since its last holder may have made the same request.
  const [known] = await tx<FireRow[]>`select f.number, f.reason from event_fires as f where f.key = ${key}`
  if (known) return reservationOf(known)
  const { budget: next, reservation } = reserveFire(budget, at)
  const number = reservation.granted ? reservation.number : null
  await tx`
    insert into event_fires (key, source, subject, cause, at, outcome, reason, day, number, quiet_until, traceparent)
    values (${key}, ${source}, ${subject}, ${cause}, ${at}, ${reservation.granted ? 'granted' : 'refused'},
      ${reservation.granted ? null : reservation.reason}, ${eastern(at).day}::text::date, ${number},
      case when ${reservation.granted} then ${at}::timestamptz + interval '30 minutes' end, ${activeTraceparent()})`
  await tx`
    update event_budget set day = ${next.day}::text::date, used = ${next.used}, last_granted_at = ${next.lastGrantedAt}`
  return reservation
}

async function lockBudget(tx: Tx): Promise<EventBudget> {
  const [row] = await tx<EventBudget[]>`
    select b.day::text as day, b.used, b.last_granted_at as "lastGrantedAt" from event_budget as b for update`
  return row ?? UNUSED_BUDGET
}

export async function readBudget(sql: Db): Promise<EventBudget> {
  const [row] = await sql<EventBudget[]>`
    select b.day::text as day, b.used, b.last_granted_at as "lastGrantedAt" from event_budget as b limit 1`
  return row ?? UNUSED_BUDGET
}

export interface EventFire extends Omit<FireRequest, 'key'> {
  outcome: 'granted' | 'refused'
  reason: string | null
}

/** The requests for budget in [from, to), oldest first. */
export async function eventFires(sql: Db, { from, to }: { from: Date; to: Date }): Promise<EventFire[]> {
  return await sql<EventFire[]>`
    select f.source, f.subject, f.cause, f.at, f.outcome, f.reason from event_fires as f
    where f.at >= ${from} and f.at < ${to} order by f.at, f.id limit 200`
}
