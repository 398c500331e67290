import type { Db } from '../../shared/postgres/server/db.ts'

/** Service time as Postgres tells it. */
export async function serviceNow(db: Db): Promise<Date> {
  const [row] = await db<{ now: Date }[]>`select service_now() as now`
  return row!.now
}
