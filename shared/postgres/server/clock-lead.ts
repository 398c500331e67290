import type { Db } from './db.ts'

/** The lock of the process that moves the clock. */
const CLOCK_LEAD = 27_100_101

/** Whether this connection leads. The lock belongs to the connection and ends with it, so the pool must have only one. */
export async function leadClock(connection: Db): Promise<boolean> {
  const [row] = await connection<[{ leads: boolean }]>`
    select case when exists (
      select 1 from pg_locks as l
      where l.locktype = 'advisory' and l.pid = pg_backend_pid() and l.classid = 0 and l.objid = ${CLOCK_LEAD} and l.granted
    ) then true else pg_try_advisory_lock(${CLOCK_LEAD}::bigint) end as leads`
  return row.leads
}

/** Whether any process moves the clock. */
export async function isClockLed(sql: Db): Promise<boolean> {
  const rows = await sql`
    select 1 from pg_locks as l join pg_database as d on d.oid = l.database and d.datname = current_database()
    where l.locktype = 'advisory' and l.classid = 0 and l.objid = ${CLOCK_LEAD} and l.granted limit 1`
  return rows.length > 0
}
