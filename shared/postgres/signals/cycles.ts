import { activeTraceparent } from '../../tracing/span.ts'
import type { Db, Tx } from '../server/db.ts'

export type CycleState = 'collecting' | 'computing' | 'computed' | 'reported' | 'failed'

export interface Cycle {
  id: string
  scheduledFor: Date
  expected: string[]
  deadline: Date
  state: CycleState
  run: number
  cutoff: Date | null
  reason: string | null
  origin: 'scheduled' | 'backfill'
  /** The span that opened it or requested its present run; each run is one trace. */
  traceparent: string | null
}

export interface Arrival {
  source: string
  ok: boolean
  degraded: boolean
  reason: string | null
}

const columns = (sql: Db) => sql`
  c.id, c.scheduled_for as "scheduledFor", c.expected, c.deadline, c.state, c.run, c.cutoff, c.reason, c.origin,
  c.traceparent`

/** The real time at which service time passed an instant; now, if service time is stopped or moved by hand. */
const realInstant = (sql: Db, at: Date) => sql`
  coalesce((
    select least(clock_timestamp(), st.real_origin + (${at}::timestamptz - st.service_origin) / nullif(st.speed, 0))
    from service_time as st
  ), clock_timestamp())`

export async function openCycle(
  sql: Db,
  cycle: Pick<Cycle, 'id' | 'scheduledFor' | 'expected' | 'deadline' | 'origin'> & { openedAt: Date },
): Promise<boolean> {
  const rows = await sql`
    insert into cycles (id, scheduled_for, expected, deadline, state, origin, opened_at, due_at, traceparent)
    values (${cycle.id}, ${cycle.scheduledFor}, ${cycle.expected}, ${cycle.deadline}, 'collecting', ${cycle.origin}, ${cycle.openedAt},
      ${cycle.origin === 'scheduled' ? realInstant(sql, cycle.scheduledFor) : null}, ${activeTraceparent()})
    on conflict do nothing
    returning 1`
  return rows.length === 1
}

/** Every state change of a cycle happens under this lock, which makes it happen exactly once. */
export async function lockCycle(tx: Tx, id: string): Promise<Cycle | null> {
  const [row] = await tx<Cycle[]>`select ${columns(tx)} from cycles as c where c.id = ${id} for update`
  return row ?? null
}

export interface ArrivalCount {
  /** The number of expected sources that have arrived, this one included. */
  count: number
  /** The newest arrival, which is not always the one that took the lock last. */
  latest: Date
}

export async function addArrival(tx: Tx, cycle: Cycle, arrival: Arrival, at: Date): Promise<ArrivalCount> {
  await tx`
    insert into cycle_arrivals (cycle_id, source, ok, degraded, reason, arrived_at, traceparent)
    values (${cycle.id}, ${arrival.source}, ${arrival.ok}, ${arrival.degraded}, ${arrival.reason}, ${at}, ${activeTraceparent()})
    on conflict do nothing`
  const [row] = await tx<ArrivalCount[]>`
    select count(*)::int as count, max(a.arrived_at) as latest from cycle_arrivals as a
    where a.cycle_id = ${cycle.id} and a.source = any(${cycle.expected})`
  return row!
}

/** The arrivals by the cutoff; later ones are stored and change nothing. */
export async function arrivalsOf(
  sql: Db,
  cycleId: string,
  by: Date,
): Promise<(Arrival & { traceparent: string | null })[]> {
  return await sql<(Arrival & { traceparent: string | null })[]>`
    select a.source, a.ok, a.degraded, a.reason, a.traceparent from cycle_arrivals as a
    where a.cycle_id = ${cycleId} and a.arrived_at <= ${by} order by a.source limit 100`
}

export async function startComputing(
  tx: Tx,
  id: string,
  { run, cutoff, traceparent }: Pick<Cycle, 'run' | 'traceparent'> & { cutoff: Date },
): Promise<void> {
  await tx`
    update cycles set state = 'computing', run = ${run}, cutoff = ${cutoff}, reason = null, traceparent = ${traceparent},
      updated_at = clock_timestamp(), collected_at = coalesce(collected_at, clock_timestamp())
    where id = ${id}`
}

/**
 * Advances a cycle in its present run; a late message of an older run changes nothing. Its instants stay those of
 * the first run, because a repair hours later does not show how fast events are served.
 */
export async function advanceCycle(tx: Tx, id: string, run: number, state: 'computed' | 'reported'): Promise<boolean> {
  const before: CycleState[] = state === 'computed' ? ['computing', 'failed'] : ['computed', 'failed']
  const rows = await tx`
    update cycles set state = ${state}, reason = null, updated_at = clock_timestamp(),
      computed_at = coalesce(computed_at, case when ${state} = 'computed' and run = 1 then clock_timestamp() end),
      reported_at = coalesce(reported_at, case when ${state} = 'reported' and run = 1 then clock_timestamp() end)
    where id = ${id} and run = ${run} and state = any(${before})
    returning 1`
  return rows.length === 1
}

/** Locks the cycles that are past their deadline and still collecting, except those that another sweeper holds. */
export async function lockOverdue(tx: Tx, now: Date, origin: Cycle['origin'], limit: number): Promise<Cycle[]> {
  return await tx<Cycle[]>`
    select ${columns(tx)} from cycles as c
    where c.state = 'collecting' and c.deadline <= ${now} and c.origin = ${origin}
    order by c.deadline limit ${limit} for update skip locked`
}

/**
 * Fails cycles whose computation (also a re-run) has not finished in real time: a dead letter, or no worker. A cycle whose
 * message waits for an outage is left to it, and so are one whose message was sent only lately and one that a stage is
 * saving now.
 */
export async function failStuck(sql: Db, afterMs: number, reason: string): Promise<string[]> {
  const since = sql`clock_timestamp() - make_interval(secs => ${afterMs / 1_000})`
  const rows = await sql<{ id: string }[]>`
    update cycles as c set state = 'failed', reason = ${reason}, updated_at = clock_timestamp()
    where c.id in (
      select s.id from cycles as s
      where s.state in ('computing', 'computed') and s.origin = 'scheduled' and s.updated_at < ${since}
        and not exists (
          select 1 from outbox as o left join inbox as i on i.message_id = o.message_id and i.state = 'started'
          where (o.sent_at is null or o.sent_at >= s.updated_at) and o.envelope ->> 'cycleId' = s.id
            and (o.sent_at is null or o.sent_at >= ${since} or (i.error_kind = 'unavailable' and i.updated_at >= ${since})))
      order by s.id for update skip locked)
    returning c.id`
  return rows.map((row) => row.id)
}

/** Returns how many cycles failed within the last day of service time. */
export async function failedCycles(sql: Db): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from cycles as c
    where c.state = 'failed' and c.origin = 'scheduled' and c.scheduled_for > service_now() - interval '1 day'`
  return row?.count ?? 0
}

export async function readCycle(sql: Db, id: string): Promise<Cycle | null> {
  const [row] = await sql<Cycle[]>`select ${columns(sql)} from cycles as c where c.id = ${id}`
  return row ?? null
}
