import { AppError } from '../../errors.ts'
import type { Pool } from './db.ts'

/**
 * A database holds the real market or a simulated one, for good: a percentile over both would be neither's. The first
 * process to work on it decides, and others are refused.
 */
export async function claimDataMode(sql: Pool, mode: 'live' | 'simulated'): Promise<void> {
  await sql`insert into data_mode (mode) values (${mode}) on conflict do nothing`
  const [held] = await sql<{ mode: string }[]>`select dm.mode from data_mode as dm`
  if (held?.mode !== mode)
    throw new AppError(
      'conflict',
      `SOURCES: the database holds ${held?.mode} data, and ${mode} was asked for; give it a database or DATA_DIR of its own`,
    )
}
