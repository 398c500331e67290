import type { Db } from './db.ts'

/**
 * Runs statements that look up one row of a table for each of thousands. A connection keeps a plan it made while the
 * table was empty, and that plan reads the whole table for each row later; so sequential scans are off while these are
 * planned and run. Only inside a transaction: elsewhere it changes nothing.
 */
export async function byIndex<T>(sql: Db, work: () => Promise<T>): Promise<T> {
  await sql`select set_config('enable_seqscan', 'off', true)`
  const result = await work()
  await sql`select set_config('enable_seqscan', 'on', true)`
  return result
}
