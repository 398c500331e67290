import { nextRowEvent } from './clock-events.ts'
import type { Db, Pool, Tx } from './db.ts'
import { timelineNow } from './timeline.ts'

/** The channel on which every change of the clock is announced; the payload is a `ClockNotice`. */
export const CLOCK_CHANNEL = 'service_time'

export type ClockState = 'run' | 'paused' | 'lock-step'

/** The one row of service time, read at one instant. */
export interface ClockRow {
  now: Date
  realNow: Date
  state: ClockState
  speed: number
  /** Null: the clock follows real time, and nothing holds it. */
  ceiling: Date | null
  target: Date | null
  movedBy: string | null
  isCommanded: boolean
  move: number
  arrivedMove: number
  moveFrom: Date | null
  movedAt: Date | null
  arrivedAt: Date | null
  seq: number
  /** The change that readers must have seen before the clock has arrived; null when it waits for none. */
  arriving: number | null
  /** The change at which the clock last arrived; a reader that has not seen it was left out. */
  arrivedSeq: number | null
  effectiveSpeed: number
  /** Changes when a standby is promoted; null on a standby. */
  timeline: string | null
}

/** The content of a notification: enough to know the time, unless it flows. */
export interface ClockNotice {
  seq: number
  /** Milliseconds of service time while it stands; null while it flows, or the row has to be read. */
  at: number | null
  arriving: number | null
  /** Nothing has changed except what agents wait for, which only the process that moves the clock reads. */
  wish?: boolean
}

const SAMPLE_EVERY = '5 seconds'

export async function readClockRow(sql: Db): Promise<ClockRow | null> {
  const [row] = await sql<ClockRow[]>`
    select n.now, n.real as "realNow", st.state, st.speed, st.ceiling, st.target, st.moved_by as "movedBy",
      st.is_commanded as "isCommanded", st.move, st.arrived_move as "arrivedMove", st.move_from as "moveFrom",
      st.moved_at as "movedAt", st.arrived_at as "arrivedAt", st.seq, st.arriving,
      st.arrived_seq as "arrivedSeq",
      (case
        when st.target is not null then extract(epoch from n.now - st.move_from)
          / greatest(extract(epoch from n.real - st.moved_at), 0.001)
        when st.state = 'paused' then 0
        when st.ceiling is null then st.speed
        when st.sample_real_before is null then st.speed
        else extract(epoch from n.now - st.sample_service_before)
          / greatest(extract(epoch from n.real - st.sample_real_before), 0.001)
      end)::float8 as "effectiveSpeed", ${timelineNow(sql)} as timeline
    from service_time as st, lateral (select service_now() as now, clock_timestamp() as real) as n`
  return row ?? null
}

/** Locks the clock, so that one command at a time decides by what the last one left. */
export async function lockClock(tx: Tx): Promise<ClockRow | null> {
  await tx`select pg_advisory_xact_lock(hashtext('service_time'))`
  return await readClockRow(tx)
}

/** Announces the row as it is at the end of this transaction. */
export async function announceClock(tx: Db): Promise<void> {
  await tx`
    select pg_notify(${CLOCK_CHANNEL}, json_build_object('seq', st.seq, 'arriving', st.arriving, 'at',
      case when st.ceiling = st.service_origin then (extract(epoch from st.ceiling) * 1000)::float8 end)::text)
    from service_time as st`
}

/** Tells the process that moves the clock that an agent waits. */
export async function announceWish(tx: Db): Promise<void> {
  await tx`select pg_notify(${CLOCK_CHANNEL}, '{"seq":0,"at":null,"arriving":null,"wish":true}')`
}

/**
 * Moves the ceiling on to an instant, or to the next event of a row if that comes first; returns the changes in the
 * row. Postgres decides: time has reached the present ceiling, the clock has not changed since it was read, no standby
 * was promoted since then (it may lack what was decided at this instant), and no message is unsettled. Null if one of
 * these does not hold. That readers have seen an earlier instant says nothing about the next one.
 */
export async function raiseCeiling(
  sql: Db,
  { seq, timeline, to }: Pick<ClockRow, 'seq' | 'timeline'> & { to: Date },
): Promise<(Pick<ClockRow, 'seq' | 'realNow' | 'arriving'> & { ceiling: Date }) | null> {
  const [row] = await sql<[{ seq: number; ceiling: Date; realNow: Date }?]>`
    with next as (
      select least(${to}::timestamptz, ${nextRowEvent(sql, sql`(select st.ceiling from service_time as st)`)}) as at
    ), moved as (
      update service_time as st set
        service_origin = case when st.state = 'run' and st.target is null then st.ceiling else next.at end,
        real_origin = clock_timestamp(), ceiling = next.at, seq = st.seq + 1, arriving = null,
        last_seen = greatest(st.last_seen, st.ceiling),
        sample_real_before = case when ${isDue(sql)} then st.sample_real else st.sample_real_before end,
        sample_service_before = case when ${isDue(sql)} then st.sample_service else st.sample_service_before end,
        sample_real = case when ${isDue(sql)} then clock_timestamp() else st.sample_real end,
        sample_service = case when ${isDue(sql)} then st.ceiling else st.sample_service end
      from next
      where st.seq = ${seq} and ${timelineNow(sql)} = ${timeline} and st.ceiling < next.at and service_now() >= st.ceiling
        and not exists (select 1 from outbox as o where o.settled_at is null)
      returning st.seq, st.arriving, st.ceiling, st.service_origin
    )
    select m.seq, m.ceiling, clock_timestamp() as "realNow", pg_notify(${CLOCK_CHANNEL}, json_build_object('seq', m.seq, 'arriving', m.arriving, 'at',
      case when m.ceiling = m.service_origin then (extract(epoch from m.ceiling) * 1000)::float8 end)::text)
    from moved as m`
  return row ? { seq: row.seq, ceiling: row.ceiling, realNow: row.realNow, arriving: null } : null
}

const isDue = (sql: Db) =>
  sql`(st.sample_real is null or st.sample_real < clock_timestamp() - ${SAMPLE_EVERY}::interval)`

/** Requests that every reader sees the present instant before the clock counts as arrived. */
export async function requestSight(sql: Pool, seq: number): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const rows = await tx`
      update service_time as st set seq = st.seq + 1, arriving = st.seq + 1
      where st.seq = ${seq} returning 1`
    if (rows.length > 0) await announceClock(tx)
    return rows.length > 0
  })
}

/** Notes that the readers have seen an instant at which accounts are woken; false when the clock has changed since. */
export async function noteArrival(tx: Tx, seq: number): Promise<boolean> {
  const rows = await tx`
    update service_time as st set seq = st.seq + 1, arrived_seq = st.arriving, arriving = null
    where st.seq = ${seq} returning 1`
  return rows.length > 0
}

/** Ends the move that has arrived: a step leaves the clock paused. */
export async function endMove(sql: Pool, seq: number): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const rows = await tx`
      update service_time as st set seq = st.seq + 1, arriving = null, arrived_seq = st.arriving, target = null,
        arrived_move = st.move,
        arrived_at = clock_timestamp(), last_seen = greatest(st.last_seen, st.ceiling)
      where st.seq = ${seq} returning 1`
    if (rows.length > 0) await announceClock(tx)
    return rows.length > 0
  })
}
