import type { Db } from '../server/db.ts'

const SESSIONS = 20
/** Fewer say too little of a usual day. */
const SESSIONS_MIN = 5

/** Shares of a usual session before an instant, by the quotes that were stored then; null where too few were. */
export async function averageDailyVolume(sql: Db, symbol: string, before: Date): Promise<number | null> {
  const [row] = await sql<{ sessions: number; average: number | null }[]>`
    select count(*)::integer as sessions, avg(d.volume) as average from (
      select max(q.volume) as volume
      from quotes as q
      where q.symbol = ${symbol} and q.quoted_at < ${before} and q.quoted_at > ${before}::timestamptz - interval '45 days'
        and (q.quoted_at at time zone 'America/New_York')::date < (${before}::timestamptz at time zone 'America/New_York')::date
      group by (q.quoted_at at time zone 'America/New_York')::date
      having max(q.volume) > 0
      order by (q.quoted_at at time zone 'America/New_York')::date desc limit ${SESSIONS}
    ) as d`
  return row && row.sessions >= SESSIONS_MIN ? row.average : null
}
