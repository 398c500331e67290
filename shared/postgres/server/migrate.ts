import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import { databaseCodeOf, isMissingSchema } from './database-error.ts'
import type { Db, Pool, Tx } from './db.ts'
import { prepareReader } from './prepare-reader.ts'

const FOLDER = new URL('../migrations/', import.meta.url)
const DENIED = '42501'
/** A lock that was not to be had in time, and a deadlock with a transaction of the service. */
const GIVES_WAY = ['55P03', '40P01']
const LOCK_WITHIN_MS = 1_000
const AGAIN_AFTER_MS = 2_000
const PATIENCE_MS = 600_000
const STILL_LOCKED =
  'the schema was not changed, because a transaction has used one of its tables for ten minutes; ' +
  'pg_stat_activity shows it, end it or wait, then migrate again'

export interface Migration {
  name: string
  text: string
}

const migrationNames = async (): Promise<string[]> =>
  (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()

export async function readMigrations(): Promise<Migration[]> {
  const names = await migrationNames()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(new URL(name, FOLDER), 'utf8') })))
}

/**
 * Refuses a schema that is older than this code. Without this a process would begin, fail at the first column that is
 * missing, and its stages would give up sound messages as if they had met a bug. A newer schema is welcome: a rolling
 * deploy migrates first. A database without any schema is left to the caller, and so is one whose role may not look.
 */
export async function refuseOlderSchema(sql: Db): Promise<void> {
  const rows = await sql<{ name: string }[]>`select m.name from schema_migrations as m`.catch((error: unknown) => {
    if (isMissingSchema(error) || databaseCodeOf(error) === DENIED) return null
    throw error
  })
  if (rows === null) return
  const applied = new Set(rows.map(({ name }) => name))
  const missing = (await migrationNames()).filter((name) => !applied.has(name))
  if (missing.length === 0) return
  const more = missing.length > 1 ? ` and ${missing.length - 1} more` : ''
  throw new AppError(
    'conflict',
    `DATABASE_URL: the database lacks migration ${missing[0]}${more} of this version; run npm run migrate first`,
  )
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Applies new migrations in one transaction under an advisory lock, so that two processes cannot both apply
 * them. It refuses an applied file that was edited and a schema newer than this code. The login that may only read is
 * prepared each time, because it belongs to the server rather than to this database.
 */
export async function migrate(sql: Pool, options: MigrateOptions = {}): Promise<Migrated> {
  const files = await readMigrations()
  const applied = await betweenOthers(sql, files, options)
  return { applied, readerProblem: await prepareReader(sql, options.readerUrl) }
}

export interface MigrateOptions {
  readerUrl?: string | undefined
  /** Called once when a table is in use by a long transaction, for which the migration waits. */
  onLocked?: () => void
}

/**
 * A change of a table waits for its readers, and every later query waits for the change, so a backup of ten minutes
 * would block the running service for as long. The change therefore gives up soon, rolled back as a whole, and is
 * retried until the table is free.
 */
async function betweenOthers(sql: Pool, files: readonly Migration[], { onLocked }: MigrateOptions): Promise<string[]> {
  const began = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await sql.begin((tx) => migrateWithin(tx, files, { lockWithinMs: LOCK_WITHIN_MS }))
    } catch (error) {
      if (!GIVES_WAY.includes(databaseCodeOf(error))) throw error
      if (performance.now() - began > PATIENCE_MS) throw new AppError('unavailable', STILL_LOCKED, { cause: error })
      if (attempt === 1) onLocked?.()
      await sleep(AGAIN_AFTER_MS)
    }
  }
}

export interface Migrated {
  applied: string[]
  /** The reason why the login of the verdict's path is not ready; null if it is. */
  readerProblem: string | null
}

/**
 * The same within the caller's transaction. A change of a large table takes as long as it needs, whatever limit the
 * pool's statements have; only the wait for the table may have one.
 */
export async function migrateWithin(
  tx: Tx,
  files: readonly Migration[],
  { lockWithinMs = 0 }: { lockWithinMs?: number } = {},
): Promise<string[]> {
  await tx`select set_config('statement_timeout', '0', true)`
  await tx`select pg_advisory_xact_lock(hashtext('schema_migrations'))`
  await tx`select set_config('lock_timeout', ${String(lockWithinMs)}, true)`
  await tx`create table if not exists schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default clock_timestamp())`
  const rows = await tx<{ name: string; sha256: string }[]>`select m.name, m.sha256 from schema_migrations as m`
  const applied = new Map(rows.map((row) => [row.name, row.sha256]))
  const known = new Set(files.map((file) => file.name))
  for (const name of applied.keys()) {
    if (!known.has(name)) throw new AppError('conflict', `the database has migration ${name}, which this version lacks`)
  }
  const ran: string[] = []
  for (const { name, text } of files) {
    const sha256 = digestOf(text)
    const before = applied.get(name)
    if (before === sha256) continue
    if (before !== undefined) throw new AppError('conflict', `migration ${name} was edited after it was applied`)
    await tx`insert into schema_migrations (name, sha256) values (${name}, ${sha256})`
    await tx.unsafe(text).simple()
    ran.push(name)
  }
  return ran
}
