import type { Db } from './db.ts'

/**
 * Inserts rows by statements that look up one row of a table for each of thousands, at most `perStatement` in each.
 * Returns how many rows were added. A connection keeps a plan that it made while the table was empty, and that plan reads
 * the whole table for each row later; so sequential scans are off while these are planned and run. Only inside a
 * transaction: elsewhere it changes nothing.
 */
export async function insertByIndex<T>(
  sql: Db,
  rows: readonly T[],
  { perStatement }: { perStatement: number },
  insert: (part: readonly T[]) => Promise<{ count: number }>,
): Promise<number> {
  // Most sources bring rows for a few of the tables, and each statement is a round trip within their transaction.
  if (rows.length === 0) return 0
  await sql`select set_config('enable_seqscan', 'off', true)`
  let added = 0
  for (let from = 0; from < rows.length; from += perStatement) {
    added += (await insert(rows.slice(from, from + perStatement))).count
  }
  await sql`select set_config('enable_seqscan', 'on', true)`
  return added
}
