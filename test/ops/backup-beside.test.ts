import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { removeTemporaryFolders, temporaryFolder } from '../../harness/product.ts'
import { holdTables } from '../../shared/postgres/backup/stored-tables.ts'
import { writeBackup } from '../../shared/postgres/backup/write-backup.ts'
import { openPool } from '../../shared/postgres/server/db.ts'
import { makeMonths, turnMonths } from '../../shared/postgres/server/months.ts'

const database = testDatabase()
afterAll(removeTemporaryFolders)

const OLD = new Date('2020-01-15T00:00:00Z')
const TURN = { now: new Date('2026-11-30T00:00:00Z'), keep: new Date('2026-01-01T00:00:00Z') }
const turn = () => turnMonths(database.sql, 'flow_changes', TURN)

test('a month that ends its time while a backup runs is kept until the backup has ended', async () => {
  await makeMonths(database.sql, 'flow_changes', [OLD])
  const backup = openPool(database.url, { max: 1, name: 'backup' })
  await backup.begin('isolation level repeatable read read only', async (tx) => {
    const tables = (await holdTables(tx)).map(({ table }) => table)
    expect(tables).toContain('flow_changes_2020_01')
    expect(await turn()).toBe(0)
    await tx`select count(*) from flow_changes_2020_01`
  })
  await backup.end()
  expect(await turn()).toBe(1)
  const { tables } = await writeBackup(database.sql, join(await temporaryFolder(), 'after.backup'), null)
  expect(tables).toBeGreaterThan(50)
})
