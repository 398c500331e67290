import {
  LATENCY_QUANTILES,
  type LatencyQuantile,
  type PhaseMs,
  phaseQuantile,
} from '../../domain/contract/cycle-latency.ts'
import type { Db } from '../server/db.ts'

/** One session: a bad morning no longer counts the next day. */
const CYCLES = 27

export interface CycleLatency {
  /** The newest cycle that a slot opened, served or not; null before the first. */
  newest: (PhaseMs & { cycle: string }) | null
  /** The time that the newest served one took. */
  newestServedMs: number | null
  /** The number of cycles from which the quantiles are computed. */
  cycles: number
  quantiles: Record<LatencyQuantile, PhaseMs>
  /** The wait so far of the oldest market event that is still to be served; 0 when none waits. */
  unservedMs: number
}

/**
 * Returns how long market events took to be served, in real time: cycles that the scheduler opened, in their first run
 * to a report. Back-filled cycles and re-runs answer no market event.
 */
export async function cycleLatency(sql: Db): Promise<CycleLatency> {
  const [[newest], served, [unserved]] = await Promise.all([
    sql<NonNullable<CycleLatency['newest']>[]>`
      select c.id as cycle, ${phases(sql)} from cycles as c
      where c.origin = 'scheduled' and c.due_at is not null order by c.scheduled_for desc limit 1`,
    sql<PhaseMs[]>`
      select ${phases(sql)} from cycles as c
      where c.origin = 'scheduled' and c.due_at is not null and c.reported_at is not null
      order by c.scheduled_for desc limit ${CYCLES}`,
    sql<{ ms: number | null }[]>`
      select ${ms(sql, sql`clock_timestamp()`, sql`min(c.due_at)`)} as ms from cycles as c
      where c.state in ('collecting', 'computing', 'computed') and c.origin = 'scheduled' and c.reported_at is null`,
  ])
  const quantile = (name: LatencyQuantile) => phaseQuantile(served, LATENCY_QUANTILES[name])
  return {
    newest: newest ?? null,
    newestServedMs: served[0]?.total ?? null,
    cycles: served.length,
    quantiles: { p50: quantile('p50'), p95: quantile('p95'), max: quantile('max') },
    unservedMs: unserved?.ms ?? 0,
  }
}

/** Null while either end is missing; never below 0, since a clock may be set back. */
const ms = (sql: Db, to: ReturnType<Db>, from: ReturnType<Db>) =>
  sql`(case when ${to} < ${from} then 0 else extract(epoch from ${to} - ${from}) * 1000 end)::float8`

const phases = (sql: Db) => sql`
  ${ms(sql, sql`c.collected_at`, sql`c.due_at`)} as collected,
  ${ms(sql, sql`c.computed_at`, sql`c.collected_at`)} as computed,
  ${ms(sql, sql`c.reported_at`, sql`c.computed_at`)} as reported,
  ${ms(sql, sql`c.reported_at`, sql`c.due_at`)} as total`
