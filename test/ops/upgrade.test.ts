import { readdirSync } from 'node:fs'
import { copyFile, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '../../harness/empty-database.ts'
import { REPOSITORY, removeTemporaryFolders, temporaryFolder } from '../../harness/product.ts'
import { audit } from '../../shared/postgres/audit/audit.ts'
import { parseTable } from '../../shared/postgres/backup/backup-format.ts'
import { restoreBackup } from '../../shared/postgres/backup/restore-backup.ts'
import { writeBackup } from '../../shared/postgres/backup/write-backup.ts'
import { readMigrations } from '../../shared/postgres/server/migrate.ts'

const FOLDER = join(REPOSITORY, 'harness/backups')
const BACKUPS = readdirSync(FOLDER).filter((name) => name.endsWith('.backup'))
const NEWEST = join(FOLDER, BACKUPS.at(-1)!)
const BYTES_MAX = 300_000

let database: Awaited<ReturnType<typeof emptyDatabase>>
beforeEach(async () => {
  database = await emptyDatabase()
})
afterEach(() => database.drop())
afterAll(removeTemporaryFolders)

const textOf = async (file: string): Promise<string> => gunzipSync(await readFile(file)).toString('utf8')

/** The rows of each table, sorted, under its name and columns. */
function tablesOf(text: string): Map<string, string[]> {
  const lines = text.split('\n')
  const tables = new Map<string, string[]>()
  for (let at = 1; at < lines.length - 2; at++) {
    const { table, columns } = parseTable(lines[at]!)!
    const end = lines.indexOf('\\.', at)
    tables.set(`${table} (${columns.join(', ')})`, lines.slice(at + 1, end).sort())
    at = end
  }
  return tables
}

test.each(BACKUPS)('the backup %s is restored, brought up to this schema, and sound', async (name) => {
  const file = join(FOLDER, name)
  expect((await stat(file)).size).toBeLessThanOrEqual(BYTES_MAX)
  const { rows, tables } = await restoreBackup(database.sql, file)
  expect({ rows: rows > 1_000, tables: tables > 50 }).toEqual({ rows: true, tables: true })
  const broken = (await audit(database.sql)).filter(({ offenders }) => offenders.length > 0)
  expect(broken).toEqual([])
  const applied = await database.sql<{ name: string }[]>`select m.name from schema_migrations as m order by m.name`
  expect(applied.map((row) => row.name)).toEqual((await readMigrations()).map((migration) => migration.name))
})

test('a backup of a restored database has the same rows and sequences', async () => {
  const again = join(await temporaryFolder(), 'again.backup')
  await restoreBackup(database.sql, NEWEST)
  await writeBackup(database.sql, again, null)
  const [before, after] = [await textOf(NEWEST), await textOf(again)]
  const kept = tablesOf(after)
  const compared = [...tablesOf(before)].filter(([heading]) => kept.has(heading))
  expect(compared.length).toBeGreaterThan(40)
  // These messages go to stages that the older version had not, so they are sent again.
  const stays = (row: string): boolean => !/"type\W+(day\.computed|history\.filled)/.test(row)
  for (const [heading, rows] of compared) {
    expect({ heading, rows: kept.get(heading)!.filter(stays) }).toEqual({ heading, rows: rows.filter(stays) })
  }
  const sequencesOf = (text: string) => JSON.parse(text.trimEnd().split('\n').at(-1)!).sequences
  // Ids of events come from their log since 000035.
  const { events_id_seq: _replaced, ...sequences } = sequencesOf(before)
  expect(sequencesOf(after)).toMatchObject(sequences)
})

test('after a restore the ledger is append-only again, and the next ids follow the restored ones', async () => {
  const { sql } = database
  await restoreBackup(sql, NEWEST)
  await expect(sql`delete from ledger_entries`).rejects.toThrow(/append-only|refused|may not/i)
  const [{ last }] = await sql<[{ last: number }]>`select max(o.seq) as last from outbox as o`
  const [{ seq }] = await sql<[{ seq: number }]>`
    insert into outbox (message_id, envelope) values ('next', '{}') returning seq`
  expect(seq).toBeGreaterThan(last)
})

test('a message that a stage had not finished, or had given up on, is sent again', async () => {
  const { sql } = database
  const file = join(await temporaryFolder(), 'under-way.backup')
  await restoreBackup(sql, NEWEST)
  const done = await sql<{ id: string }[]>`
    select i.message_id as id from inbox as i join outbox as o on o.message_id = i.message_id
    where i.state = 'done' and i.stage = 'signals' order by i.message_id limit 3`
  const [open, failed, finished] = done.map(({ id }) => id)
  // A message under way is not settled yet; a settled one without a row was handled, and its row was pruned.
  await sql`delete from inbox as i where i.message_id = ${open!}`
  await sql`update outbox as o set settled_at = null where o.message_id = ${open!}`
  await sql`update inbox set state = 'failed' where message_id = ${failed!}`
  await writeBackup(sql, file, null)
  const other = await emptyDatabase()
  try {
    await restoreBackup(other.sql, file)
    const unsent = await other.sql<{ id: string }[]>`
      select o.message_id as id from outbox as o where o.sent_at is null order by o.message_id`
    // A stage that the older version had not gets the messages it is bound to as well.
    const own = unsent.map(({ id }) => id).filter((id) => done.some((each) => each.id === id))
    expect(own).toEqual([open, failed].sort())
    expect(unsent.map(({ id }) => id)).not.toContain(finished)
  } finally {
    await other.drop()
  }
})

const damaged = async (change: (file: string) => Promise<unknown>): Promise<string> => {
  const file = join(await temporaryFolder(), 'damaged.backup')
  await copyFile(NEWEST, file)
  await change(file)
  return file
}
const rewritten = (change: (text: string) => string) =>
  damaged(async (file) => writeFile(file, gzipSync(change(await textOf(file)))))

test.each<[string, () => Promise<string>, RegExp]>([
  ['a missing file', async () => '/nonexistent/file.backup', /cannot be read \(ENOENT\)/],
  ['a file that is no backup', () => damaged((file) => writeFile(file, 'hello')), /damaged or incomplete/],
  ['a packed file that is no backup', () => rewritten(() => 'hello\n'), /is not a backup of this service/],
  ['half a file', () => damaged((file) => truncate(file, 100_000)), /damaged or incomplete/],
  ['a file without its footer', () => rewritten((text) => text.slice(0, text.lastIndexOf('{"rows"'))), /is incomplete/],
  [
    'a file without a row',
    () => rewritten((text) => text.replace(/(\{"table":"inbox"[^\n]*\n)[^\n]*\n/, '$1')),
    /incomplete: table inbox/,
  ],
  [
    'a row that breaks a constraint',
    () => rewritten((text) => text.replace(/(\{"table":"trade_legs"[^\n]*\n)[^\t]*/, '$1not-a-uuid')),
    /table trade_legs does not accept/,
  ],
  [
    'a row that refers to none',
    () =>
      rewritten((text) =>
        text.replace(/(\{"table":"trade_legs"[^\n]*\n)[^\t]*/, '$100000000-0000-4000-8000-000000000000'),
      ),
    /table trade_legs does not accept/,
  ],
  ['a newer schema', () => rewritten((text) => text.replace('000027_', '999999_')), /migration 999999_\S+, which this/],
])('a restore refuses %s and leaves the database empty', async (_title, make, reason) => {
  await expect(restoreBackup(database.sql, await make())).rejects.toThrow(reason)
  const tables = await database.sql`select 1 from pg_tables where schemaname = 'public'`
  expect(tables).toHaveLength(0)
})

test('a restore refuses a database that has tables, and a backup refuses a file that exists', async () => {
  await database.sql`create table mine ()`
  await expect(restoreBackup(database.sql, NEWEST)).rejects.toThrow('the database is not empty (it has table mine)')
  await expect(writeBackup(database.sql, NEWEST, null)).rejects.toThrow('exists; give the name of a new file')
})
