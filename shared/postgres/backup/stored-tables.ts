import { AppError } from '../../errors.ts'
import type { Db, Tx } from '../server/db.ts'
import type { BackupTable } from './backup-format.ts'

/** The backup's header holds the applied migrations, and restoring applies them. */
const NOT_COPIED = 'schema_migrations'

/** The service's tables with the columns that are stored and not computed, each table after those it refers to. */
export async function storedTables(sql: Db): Promise<BackupTable[]> {
  const tables = await sql<BackupTable[]>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> ${NOT_COPIED}
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`
  const references = await sql<{ from: string; to: string }[]>`
    select f.relname as "from", t.relname as "to"
    from pg_constraint as k join pg_class as f on f.oid = k.conrelid join pg_class as t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`
  return inOrder(tables, references)
}

/**
 * The same, held until the end of the transaction: retention drops whole months of rows, and one that goes between the list
 * and its turn would end a backup of many minutes.
 */
export async function holdTables(tx: Tx): Promise<BackupTable[]> {
  const tables = await storedTables(tx)
  await tx`lock table ${tx(tables.map(({ table }) => table))} in access share mode`
  return tables
}

function inOrder(tables: readonly BackupTable[], references: readonly { from: string; to: string }[]): BackupTable[] {
  const ordered: BackupTable[] = []
  const placed = new Set<string>()
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      ({ table }) => !placed.has(table) && references.every(({ from, to }) => from !== table || placed.has(to)),
    )
    if (ready.length === 0) throw new AppError('internal', 'tables refer to each other in a circle')
    for (const table of ready) placed.add(table.table)
    ordered.push(...ready)
  }
  return ordered
}

/**
 * Read after the rows, so that no sequence is lower than an id of a row. A sequence that has given no number yet is
 * left out.
 */
export async function sequencePositions(sql: Db): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; last: number }[]>`
    select s.sequencename as name, s.last_value as last from pg_sequences as s
    where s.schemaname = 'public' and s.last_value is not null order by s.sequencename`
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
