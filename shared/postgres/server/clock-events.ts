import type { PendingQuery, Row } from 'postgres'
import type { StepProgress } from '../../domain/contract/history-loading.ts'
import { hasGivenUpSince } from './clock-gave-up.ts'
import type { Db } from './db.ts'

/** Longer than every stage of a read; after that the sweeper records the read as missed. */
const READ_LOST_AFTER = '15 minutes 1 millisecond'

/**
 * The first instant after the ceiling at which a row falls due: the deadline of a cycle that collects, the last start of a
 * read that waits, the first millisecond after a quote has ended, and the instant of a wish. Null when no row falls due.
 */
export const nextRowEvent = (sql: Db, ceiling: PendingQuery<Row[]>) => sql`(
  select min(d.at) from (
    (select c.deadline as at from cycles as c
     where c.state = 'collecting' and c.origin = 'scheduled' and c.deadline > ${ceiling} order by c.deadline limit 1)
    union all
    (select r.starts_by from ai_reads as r
     where r.state = 'waiting' and r.origin <> 'backfill' and r.starts_by > ${ceiling} order by r.starts_by limit 1)
    union all
    (select r.scheduled_for + ${READ_LOST_AFTER}::interval from ai_reads as r
     where r.state in ('waiting', 'started') and r.origin <> 'backfill'
       and r.scheduled_for + ${READ_LOST_AFTER}::interval > ${ceiling} order by r.scheduled_for limit 1)
    union all
    (select date_trunc('milliseconds', t.expires_at) + interval '1 millisecond' from trades as t
     where t.status = 'pending' and t.expires_at >= ${ceiling} order by t.expires_at limit 1)
    union all
    (select w.at from clock_wishes as w where w.arrived_at is null and w.at > ${ceiling} order by w.at limit 1)
  ) as d)`

/** What the process that moves the clock may have to do at an instant; at most instants there is nothing. */
export interface Standing {
  /**
   * A row has fallen due: a cycle or a read at its deadline, a quote that has ended, or an event without its place in the
   * log; and, by real time, a cycle that no stage has touched for so long. The sweeps take only such rows.
   */
  hasRowFallenDue: boolean
  /** A stage has given a message up that the clock waited for. */
  hasGivenUp: boolean
  /** The steps of filling history. */
  progress: StepProgress[]
}

/** Reads all of it in one statement, because each statement wakes a process of the database. */
export async function readStanding(
  sql: Db,
  now: Date,
  { untouchedMs, givenUpSince }: { untouchedMs: number; givenUpSince: Date },
): Promise<Standing> {
  const [row] = await sql<[Standing]>`
    select (exists (
        select 1 from cycles as c where c.state = 'collecting' and c.origin = 'scheduled' and c.deadline <= ${now})
      or exists (
        select 1 from cycles as c where c.state in ('computing', 'computed') and c.origin = 'scheduled'
          and c.updated_at < clock_timestamp() - make_interval(secs => ${untouchedMs / 1_000}))
      or exists (
        select 1 from ai_reads as r
        where r.state in ('waiting', 'started') and r.origin <> 'backfill' and r.scheduled_for <= ${now})
      or exists (select 1 from trades as t where t.status = 'pending' and t.expires_at < ${now})
      or exists (select 1 from events as e where e.hash is null)) as "hasRowFallenDue",
      ${hasGivenUpSince(sql, givenUpSince)} as "hasGivenUp",
      (select coalesce(json_agg(json_build_object('step', b.step, 'done', b.done, 'total', b.total)), '[]')
        from backfill as b) as progress`
  return row
}
