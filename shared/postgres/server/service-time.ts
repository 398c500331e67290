import { AppError } from '../../errors.ts'
import { type Clock, systemClock } from '../../time/clock.ts'
import { STEP_MIN_MS } from './clock-epoch.ts'
import { type ClockReader, noteReader } from './clock-readers.ts'
import type { ClockNotice } from './clock-row.ts'
import type { Db, Pool } from './db.ts'

/** The stored heartbeat may be a tick or two older than served times; a restart resumes after that. */
export const HEARTBEAT_LAG_MS = 3_000
/** A gap of this length or more since the last heartbeat is recorded as a pause. */
const PAUSE_MIN_MS = 10_000
const SYNC_EVERY_MS = 5_000

export interface ServiceTime {
  realOrigin: Date
  serviceOrigin: Date
  speed: number
  since: Date
  lastSeen: Date
}

export async function readServiceTime(sql: Db): Promise<ServiceTime | null> {
  const [row] = await sql<ServiceTime[]>`
    select st.real_origin as "realOrigin", st.service_origin as "serviceOrigin", st.speed, st.since, st.last_seen as "lastSeen"
    from service_time as st limit 1`
  return row ?? null
}

/**
 * Opens service time at an instant. It never goes back: an instant before the last one seen is refused.
 * The gap between the two is recorded as one pause, so that its slots count as paused, not as missed. With `isReal` time
 * went on meanwhile, like the vendors: the slots of the gap are caught up within their grace, and the others are missed.
 * A governed time moves only as its work is done (workers/clock).
 */
export async function openServiceTime(
  sql: Pool,
  at: Date,
  options: { speed: number; reason: string; isGoverned?: boolean; isReal?: boolean },
): Promise<void> {
  const ceiling = options.isGoverned ? at : null
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('service_time'))`
    const before = await readServiceTime(tx)
    if (!before) {
      await tx`
        insert into service_time (real_origin, service_origin, speed, since, last_seen, ceiling)
        values (clock_timestamp(), ${at}, ${options.speed}, ${at}, ${at}, ${ceiling})`
      return
    }
    if (at < before.lastSeen) {
      throw new AppError(
        'conflict',
        `service time cannot go back from ${before.lastSeen.toISOString()} to ${at.toISOString()}; ` +
          'if a wrong clock was ahead and this one is right, run: npm run -s ops -- clock believe',
      )
    }
    await tx`
      update service_time set real_origin = clock_timestamp(), service_origin = ${at}, speed = ${options.speed},
        last_seen = ${at}, ceiling = ${ceiling}, seq = seq + 1`
    if (!options.isReal && at.getTime() - before.lastSeen.getTime() >= PAUSE_MIN_MS) {
      await tx`
        insert into service_pauses (paused_at, resumed_at, reason) values (${before.lastSeen}, ${at}, ${options.reason})`
    }
  })
}

/** Stops time at an instant, for runs that move it by hand; forward only, and without a pause. */
export async function stepServiceTime(sql: Db, at: Date): Promise<void> {
  const rows = await sql`
    update service_time set real_origin = clock_timestamp(), service_origin = ${at}, speed = 0, last_seen = ${at},
      ceiling = null, seq = seq + 1
    where last_seen <= ${at} returning 1`
  if (rows.length === 0) throw new AppError('conflict', 'service time cannot go back')
}

/** Opens service time in real time if it is not open yet. Idempotent; `npm run migrate` calls it. */
export async function ensureServiceTime(sql: Pool): Promise<void> {
  await sql`
    insert into service_time (real_origin, service_origin, speed, since, last_seen)
    select t.now, t.now, 1, t.now, t.now from (select clock_timestamp() as now) as t
    on conflict do nothing`
}

export async function markSeen(sql: Db): Promise<void> {
  await sql`update service_time set last_seen = greatest(last_seen, service_now())`
}

export interface ServiceClock extends Clock {
  /**
   * Reads the row of service time and takes it over, and notes a reader in the same statement. Returns the row as a
   * notice; null if there is none.
   */
  sync(reader?: ClockReader): Promise<ClockNotice | null>
  /** Takes over an announced change of the clock, without a query if the time stands. */
  hear(notice: ClockNotice): Promise<void>
  /** Waits until the clock is at an instant that a message names, so that nothing is handled before its own time. */
  reach(instant: Date): Promise<void>
  /** Returns whether the clock has a ceiling: it is commanded, and either stands or moves from event to event. */
  isGoverned(): boolean
  close(): void
}

interface SyncRow {
  now: Date
  speed: number
  ceiling: Date | null
  /** Null while service time is not open. */
  seq: number | null
  arriving: number | null
}

interface ClockBase {
  service: number
  speed: number
  ceiling: number
  tick: number
}

/** Derives service time from Postgres's clock, so that replicas agree whatever their own clocks show. */
export function serviceClock(sql: () => Pool | null): ServiceClock {
  let base: ClockBase | null = null
  let latest = 0
  let heard = 0
  const sync = async (reader?: ClockReader) => {
    const pool = sql()
    if (!pool) return null
    const [row] = await pool<SyncRow[]>`
      ${reader ? pool`with noted as (${noteReader(pool, reader)})` : pool``}
      select n.now, coalesce(st.speed, 1)::float8 as speed, st.ceiling, st.seq, st.arriving
      from (select service_now() as now) as n left join service_time as st on true`
    if (!row) return null
    const notice = row.seq === null ? null : { seq: row.seq, at: null, arriving: row.arriving }
    const seq = row.seq ?? 0
    // An answer that a newer notice has overtaken would take the clock back.
    if (seq < heard) return notice
    heard = seq
    const ceiling = row.ceiling?.getTime() ?? Number.POSITIVE_INFINITY
    base = { service: row.now.getTime(), speed: row.speed, ceiling, tick: performance.now() }
    return notice
  }
  const now = (): Date => {
    if (!base) return systemClock.now()
    const time = Math.min(base.ceiling, base.service + (performance.now() - base.tick) * base.speed)
    // A re-sync may give a few milliseconds less, and callers see no time go back; a step of the clock is followed.
    if (time > latest || latest - time > STEP_MIN_MS) latest = time
    return new Date(latest)
  }
  const timer = setInterval(() => void sync().catch(() => {}), SYNC_EVERY_MS).unref()
  return {
    now,
    isKnown: () => base !== null,
    sync,
    async hear({ seq, at }) {
      if (seq <= heard) return
      if (at === null) return void (await sync())
      heard = seq
      base = { service: at, speed: 0, ceiling: at, tick: performance.now() }
    },
    async reach(instant) {
      if (base && now() < instant) await sync()
    },
    isGoverned: () => base !== null && base.ceiling < Number.POSITIVE_INFINITY,
    close: () => clearInterval(timer),
  }
}

export interface Pause {
  pausedAt: Date
  resumedAt: Date
}

export async function pausesSince(sql: Db, from: Date): Promise<Pause[]> {
  return await sql<Pause[]>`
    select p.paused_at as "pausedAt", p.resumed_at as "resumedAt" from service_pauses as p
    where p.resumed_at > ${from} order by p.id limit 1000`
}
