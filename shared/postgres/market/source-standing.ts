import { SOURCES, type SourceId } from '../../domain/market/source-id.ts'
import type { Db } from '../server/db.ts'

/** The newest run of a source as known at an instant, and when its failures began. */
export interface SourceStanding {
  source: SourceId
  ok: boolean
  degraded: boolean
  error: string | null
  runAt: Date
  /** The first failed run after the last good one; null while the newest run is good. */
  failingSince: Date | null
}

/** Every source that had run by an instant. One index answers for the newest run, the other for each kind of run. */
export async function sourceStandings(db: Db, by: Date): Promise<SourceStanding[]> {
  return await db<SourceStanding[]>`
    select s.source, last.ok = 1 as ok, last.degraded = 1 as degraded, last.error, last.run_at as "runAt",
      case when last.ok = 1 and last.degraded = 0 then null else since.run_at end as "failingSince"
    from unnest(string_to_array(${SOURCES.join(',')}, ',')) with ordinality as s (source, position)
    cross join lateral (
      select sr.ok, sr.degraded, sr.error, sr.run_at from source_runs as sr
      where sr.source = s.source and sr.run_at <= ${by}
      order by sr.run_at desc, sr.id desc limit 1
    ) as last
    left join lateral (
      select max(sr.run_at) as run_at from source_runs as sr
      where sr.source = s.source and sr.ok = 1 and sr.degraded = 0 and sr.run_at <= ${by}
    ) as good on true
    left join lateral (
      select min(first.run_at) as run_at from (values (1, 1), (0, 0)) as kind (ok, degraded)
      cross join lateral (
        select sr.run_at from source_runs as sr
        where sr.source = s.source and sr.ok = kind.ok and sr.degraded = kind.degraded
          and sr.run_at >= coalesce(good.run_at, '-infinity') and sr.run_at <= ${by}
        order by sr.run_at limit 1
      ) as first
    ) as since on true
    order by s.position
    limit 100`
}

/** The newest cycle of the last week that requested each source, as of an instant; the cycle being computed is left out. */
export async function lastRequests(
  db: Db,
  { cycleId, by }: { cycleId: string | null; by: Date },
): Promise<{ source: string; at: Date }[]> {
  return await db<{ source: string; at: Date }[]>`
    select requested.source, max(c.scheduled_for) as at
    from cycles as c cross join lateral unnest(c.expected) as requested (source)
    where c.id is distinct from ${cycleId} and c.deadline <= ${by} and c.scheduled_for > ${by}::timestamptz - interval '7 days'
    group by requested.source
    order by requested.source
    limit 100`
}
