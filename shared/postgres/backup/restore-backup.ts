import { BINDINGS } from '../../broker/topology.ts'
import { AppError } from '../../errors.ts'
import type { OpsTokens } from '../../ops-tokens.ts'
import type { Pool, Tx } from '../server/db.ts'
import { digestOf, type Migration, migrate, migrateWithin, readMigrations } from '../server/migrate.ts'
import { makeMonthNamed } from '../server/months.ts'
import { type BackupHeader, parseFooter, parseHeader, parseTable } from './backup-format.ts'
import { type BackupLines, openBackup } from './backup-lines.ts'
import { copyRows } from './copy-rows.ts'
import { resendUnhandled } from './resend-unhandled.ts'
import { storedTables } from './stored-tables.ts'

export interface Restored {
  takenAt: string
  tables: number
  rows: number
  /** Messages that no worker had finished at the instant of the backup; they are sent again. */
  resent: number
  /** Migrations that this version has and the backup did not. */
  migrated: string[]
  tokens: OpsTokens | null
}

/**
 * Restores a backup into an empty database: the schema of the backup, its rows and sequences in one transaction, then
 * the newer migrations. A failure leaves the database empty.
 */
export async function restoreBackup(sql: Pool, file: string): Promise<Restored> {
  const lines = openBackup(file)
  try {
    const header = parseHeader(await lines.text())
    const migrations = migrationsOf(header, await readMigrations())
    const { counts, resent } = await sql.begin(async (tx) => {
      await refuseUnlessEmpty(tx)
      await migrateWithin(tx, migrations)
      return { counts: await restoreRows(tx, lines), resent: await resendUnhandled(tx, BINDINGS) }
    })
    const { applied: migrated } = await migrate(sql)
    const rows = counts.reduce((sum, count) => sum + count, 0)
    return { takenAt: header.taken_at, tables: counts.length, rows, resent, migrated, tokens: header.tokens }
  } finally {
    lines.close()
  }
}

function migrationsOf({ migrations }: BackupHeader, known: readonly Migration[]): Migration[] {
  return migrations.map(({ name, sha256 }) => {
    const migration = known.find((candidate) => candidate.name === name)
    if (!migration) throw new AppError('conflict', `the backup has migration ${name}, which this version lacks`)
    if (digestOf(migration.text) !== sha256) {
      throw new AppError('conflict', `the backup has another migration ${name} than this version`)
    }
    return migration
  })
}

async function refuseUnlessEmpty(tx: Tx): Promise<void> {
  const [found] = await tx<{ name: string }[]>`
    select c.relname as name from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') limit 1`
  if (found) throw new AppError('conflict', `the database is not empty (it has table ${found.name})`)
}

/** Triggers of ours judge single steps and refuse a finished history; constraints hold for every restored row. */
async function restoreRows(tx: Tx, lines: BackupLines): Promise<number[]> {
  const tables = (await storedTables(tx)).map(({ table }) => table)
  for (const table of tables) await tx`alter table ${tx(table)} disable trigger user`
  // A migration may have stored rows of its own, which the backup has too.
  for (const table of [...tables].reverse()) await tx`delete from ${tx(table)}`
  const counts: Record<string, number> = {}
  let line = await lines.text()
  for (let next = parseTable(line); next; next = parseTable(line)) {
    if (!tables.includes(next.table)) await makeMonthNamed(tx, next.table)
    counts[next.table] = await copyRows(tx, next, lines.rows())
    line = await lines.text()
  }
  const { rows, sequences } = parseFooter(line)
  for (const table of Object.keys(rows)) {
    if (rows[table] !== counts[table]) throw new AppError('invalid', `the backup is incomplete: table ${table}`)
  }
  for (const [name, last] of Object.entries(sequences)) await tx`select setval(${`public.${name}`}::regclass, ${last})`
  await tx`set constraints all immediate`
  for (const table of tables) await tx`alter table ${tx(table)} enable trigger user`
  return Object.values(counts)
}
