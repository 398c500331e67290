import type { Db } from './db.ts'
import { takeLead } from './lead.ts'

/** The lock of the process that moves the clock. */
const CLOCK_LEAD = 27_100_101

export const leadClock = (connection: Db): Promise<boolean> => takeLead(connection, CLOCK_LEAD)

/** Returns whether any process moves the clock. */
export async function isClockLed(sql: Db): Promise<boolean> {
  const rows = await sql`
    select 1 from pg_locks as l join pg_database as d on d.oid = l.database and d.datname = current_database()
    where l.locktype = 'advisory' and l.classid = 0 and l.objid = ${CLOCK_LEAD} and l.granted limit 1`
  return rows.length > 0
}
