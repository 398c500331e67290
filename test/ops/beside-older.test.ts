import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '../../harness/empty-database.ts'
import { REPOSITORY } from '../../harness/product.ts'
import { readMessage } from '../../shared/broker/message.ts'
import { MESSAGES, type MessageType } from '../../shared/domain/contract/messages.ts'
import { restoreBackup } from '../../shared/postgres/backup/restore-backup.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { migrateWithin, readMigrations } from '../../shared/postgres/server/migrate.ts'

/**
 * A rolling deploy migrates first, and then processes of two versions run on one schema and one broker. These tests
 * preserve what every earlier version relies on: tables and columns that it reads and writes, and messages in its form,
 * of which a backup has two hundred. rolling-deploy.test.ts runs the version before the newest migrations.
 */
const FOLDER = join(REPOSITORY, 'harness/backups')
const BACKUP = join(
  FOLDER,
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.backup'))
    .at(-1)!,
)
/** The newest migration at which no rolling deploy was promised yet. */
const STOPPED_UNTIL = '000035_event_log.sql'
const TYPES = Object.keys(MESSAGES) as MessageType[]

let database: Awaited<ReturnType<typeof emptyDatabase>>
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.drop())

interface Column {
  type: string
  needsValue: boolean
}

/** Columns by table and name; one that needs a value has no default and takes no null. */
async function columnsOf(sql: Pool): Promise<Map<string, Column>> {
  const rows = await sql<{ name: string; type: string; needsValue: boolean }[]>`
    select c.table_name || '.' || c.column_name as name, c.udt_name as type,
      c.is_nullable = 'NO' and c.column_default is null and c.is_identity = 'NO' and c.is_generated = 'NEVER' as "needsValue"
    from information_schema.columns as c where c.table_schema = 'public'`
  return new Map(rows.map(({ name, ...column }) => [name, column]))
}

const tableOf = (column: string): string => column.split('.')[0]!

/** A process of the previous version would fail on these. */
function brokenFor(before: Map<string, Column>, after: Map<string, Column>): string[] {
  const known = new Set([...before.keys()].map(tableOf))
  const gone = [...before].flatMap(([name, { type }]) => {
    const now = after.get(name)
    if (!now) return [`${name} is gone`]
    return now.type === type ? [] : [`${name} changed from ${type} to ${now.type}`]
  })
  const demanded = [...after].flatMap(([name, { needsValue }]) =>
    needsValue && known.has(tableOf(name)) && !before.get(name)?.needsValue ? [`${name} needs a value`] : [],
  )
  return [...gone, ...demanded]
}

test('every migration leaves what processes of the version before read and write', async () => {
  const { sql } = database
  const migrations = await readMigrations()
  const promised = migrations.findIndex(({ name }) => name === STOPPED_UNTIL) + 1
  await sql.begin((tx) => migrateWithin(tx, migrations.slice(0, promised)))
  for (let upTo = promised + 1; upTo <= migrations.length; upTo++) {
    const before = await columnsOf(sql)
    await sql.begin((tx) => migrateWithin(tx, migrations.slice(0, upTo)))
    const broken = brokenFor(before, await columnsOf(sql))
    expect({ migration: migrations[upTo - 1]!.name, broken }).toEqual({
      migration: migrations[upTo - 1]!.name,
      broken: [],
    })
  }
})

test('a migration that takes, changes or demands a column is found', () => {
  const before = new Map([
    ['trades.id', { type: 'uuid', needsValue: true }],
    ['trades.note', { type: 'text', needsValue: false }],
  ])
  const after = new Map([
    ['trades.id', { type: 'text', needsValue: true }],
    ['trades.venue', { type: 'text', needsValue: true }],
    ['venues.id', { type: 'int4', needsValue: true }],
  ])
  expect(brokenFor(before, after)).toEqual([
    'trades.id changed from uuid to text',
    'trades.note is gone',
    'trades.venue needs a value',
  ])
})

test('messages of an earlier version are read by this one, also with members that a later version adds', async () => {
  const other = await emptyDatabase()
  try {
    await restoreBackup(other.sql, BACKUP)
    const rows = await other.sql<{ envelope: { payload: object } }[]>`select o.envelope from outbox as o order by o.seq`
    expect(rows.length).toBeGreaterThan(100)
    for (const { envelope } of rows) {
      const read = readMessage(envelope, TYPES)
      const later = { ...envelope, added: 1, payload: { ...envelope.payload, added: { by: 'a later version' } } }
      expect(readMessage(later, TYPES)).toMatchObject({ id: read.id, type: read.type })
    }
  } finally {
    await other.drop()
  }
})
