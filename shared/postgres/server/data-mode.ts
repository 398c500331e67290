import { AppError } from '../../errors.ts'
import type { Db, Pool } from './db.ts'

/**
 * A database holds either the real market or a simulated one, permanently: a percentile over both would mean nothing.
 * The first process to work on it decides, and processes of the other mode are refused.
 */
export async function claimDataMode(sql: Pool, mode: 'live' | 'simulated'): Promise<void> {
  await sql`insert into data_mode (mode) values (${mode}) on conflict do nothing`
  const held = await readDataMode(sql)
  if (held !== mode)
    throw new AppError(
      'conflict',
      `SOURCES: the database holds ${held} data, but this process works on ${mode} data; give it its own database or DATA_DIR`,
    )
}

/** Null before the first process has worked on the database. */
export async function readDataMode(sql: Db): Promise<string | null> {
  const [held] = await sql<{ mode: string }[]>`select dm.mode from data_mode as dm`
  return held?.mode ?? null
}
