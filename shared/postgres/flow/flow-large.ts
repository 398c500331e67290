import type { TradingDay } from '../../time/trading-day.ts'
import type { Db } from '../server/db.ts'

/** Counts large changes of a session; returns how many were counted before these. Its row lock lasts to the commit. */
export async function countLargeFlow(sql: Db, session: TradingDay, found: number): Promise<number> {
  const [row] = await sql<[{ found: number }]>`
    insert into flow_large as f (session, found) values (${session}::text::date, ${found})
    on conflict (session) do update set found = f.found + excluded.found
    returning f.found`
  return row.found - found
}

/** The newest session with a large change; null before the first. */
export async function newestLargeFlow(sql: Db): Promise<{ session: TradingDay; found: number } | null> {
  const [row] = await sql<{ session: TradingDay; found: number }[]>`
    select f.session::text as session, f.found from flow_large as f order by f.session desc limit 1`
  return row ?? null
}
