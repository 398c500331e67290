import type { Db } from './db.ts'

/**
 * For statements that look up one row of a table for each of thousands. A plan made while the table was empty is kept
 * by its connection, and reads the whole table for each row when it is full; so they are planned, and run, without
 * that choice. Only inside a transaction: elsewhere it changes nothing.
 */
export async function byIndex<T>(sql: Db, work: () => Promise<T>): Promise<T> {
  await sql`select set_config('enable_seqscan', 'off', true)`
  const result = await work()
  await sql`select set_config('enable_seqscan', 'on', true)`
  return result
}
