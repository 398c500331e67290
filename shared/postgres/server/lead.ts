import type { Db } from './db.ts'

/**
 * Returns whether this connection leads by a lock of that number, which it takes if it is free. The lock belongs to the
 * connection and ends with it, so the pool must have only one; after a reconnection it has to win the lock again.
 */
export async function takeLead(connection: Db, lock: number): Promise<boolean> {
  const [row] = await connection<[{ leads: boolean }]>`
    select case when exists (
      select 1 from pg_locks as l
      where l.locktype = 'advisory' and l.pid = pg_backend_pid() and l.classid = 0 and l.objid = ${lock} and l.granted
    ) then true else pg_try_advisory_lock(${lock}::bigint) end as leads`
  return row.leads
}
