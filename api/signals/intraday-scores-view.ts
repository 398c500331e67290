import type { Db } from '../../shared/postgres/server/db.ts'

export interface IntradayScore {
  asOf: Date
  healthScore: number
}

/** The newest cycles with a score, each in its newest run, oldest first. */
export async function intradayScores(db: Db, limit: number): Promise<IntradayScore[]> {
  const rows = await db<IntradayScore[]>`
    select s.as_of as "asOf", s.health_score as "healthScore"
    from signal_snapshots as s
    where s.health_score is not null
      and not exists (select 1 from signal_snapshots as n where n.cycle_id = s.cycle_id and n.run > s.run)
    order by s.as_of desc
    limit ${limit}`
  return rows.toReversed()
}
