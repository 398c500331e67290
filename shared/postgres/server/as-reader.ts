import type { Db, Pool, Tx } from './db.ts'

/**
 * Reads in a read-only transaction under a role that may only select, so that a bug on this path cannot write. A server
 * on which the role could not be made still has the read-only transaction.
 */
export async function asReader<T>(sql: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const read = async (tx: Tx): Promise<T> => {
    await tx`
      select set_config('role', r.rolname, true) from pg_roles as r
      where r.rolname = 'market_state_reader' and pg_has_role(current_user, r.oid, 'member')`
    return await work(tx)
  }
  return (await (sql as Pool).begin('read only', read)) as T
}
