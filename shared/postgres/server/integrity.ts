import { DAY_MS } from '../../time/trading-day.ts'
import type { Db } from './db.ts'

/** Each status re-checks the cycles of two days and the newest sessions; `ops audit` checks all. */
const RECENT_MS = 2 * DAY_MS
const SESSIONS = 60

/** Sentences for the contradictions within the stored signals; empty when there are none. */
export async function brokenSignals(sql: Db, now: Date): Promise<string[]> {
  const from = new Date(now.getTime() - RECENT_MS)
  const [found] = await sql<{ reports: number; snapshots: number; cutoffs: number; scores: number }[]>`
    select
      (select count(*)::int from cycles as c
        where c.scheduled_for >= ${from} and c.state = 'reported'
          and not exists (select 1 from reports as r where r.cycle_id = c.id and r.run = c.run)) as reports,
      (select count(*)::int from cycles as c
        where c.scheduled_for >= ${from} and c.state = 'computed'
          and not exists (select 1 from signal_snapshots as s where s.cycle_id = c.id and s.run = c.run)) as snapshots,
      (select count(*)::int from cycles as c join signal_snapshots as s on s.cycle_id = c.id and s.run = c.run
        where c.scheduled_for >= ${from} and s.as_of <> c.cutoff) as cutoffs,
      (select count(*)::int from (
        select d.health_score, d.score_low, d.score_high from signals_daily as d
        order by d.trade_date desc limit ${SESSIONS}) as d
        where d.health_score is not null
          and (d.score_low <= d.health_score and d.health_score <= d.score_high) is not true) as scores
    limit 1`
  if (!found) return []
  const findings: [number, string][] = [
    [found.reports, 'reported cycles without a report'],
    [found.snapshots, 'computed cycles without a snapshot'],
    [found.cutoffs, 'snapshots that are not as of the cutoff of their cycle'],
    [found.scores, 'daily rows with a score outside its bounds'],
  ]
  return findings.flatMap(([count, words]) => (count > 0 ? [`${words}: ${count}`] : []))
}
