import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '../../harness/empty-database.ts'
import { eventually } from '../../harness/eventually.ts'
import { openPool } from '../../shared/postgres/server/db.ts'
import { migrate, migrateWithin, readMigrations } from '../../shared/postgres/server/migrate.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
beforeEach(async () => {
  database = await emptyDatabase()
})
afterEach(() => database.drop())

test('a migration that meets a long read of its table gives way to the service, and is applied after it', async () => {
  const migrations = await readMigrations()
  const before = migrations.findIndex(({ name }) => name.startsWith('000180_'))
  await database.sql.begin((tx) => migrateWithin(tx, migrations.slice(0, before)))
  const [backup, service, migrating] = ['backup', 'service', 'migrating'].map((name) =>
    openPool(database.url, { max: 1, name }),
  )
  const done = Promise.withResolvers<void>()
  const reads = Promise.withResolvers<void>()
  const reading = backup!.begin(async (tx) => {
    await tx`select count(*) from source_runs`
    reads.resolve()
    await done.promise
  })
  await reads.promise
  let waits = 0
  const migrated = migrate(migrating!, { onLocked: () => waits++ })
  await eventually(() => expect(waits).toBe(1))
  // The migration has given up its place in the queue, so the service can read while the backup runs.
  await service!`select count(*) from source_runs`
  done.resolve()
  await reading
  expect((await migrated).applied).toEqual(migrations.slice(before).map(({ name }) => name))
  expect(waits).toBe(1)
  for (const pool of [backup, service, migrating]) await pool!.end()
})

test('a migration takes as long as its table needs, whatever limit the statements of its pool have', async () => {
  const impatient = openPool(database.url, { max: 1, name: 'start', statementTimeoutMs: 100 })
  const slow = { name: '000001_slow.sql', text: 'create table slow (); select pg_sleep(0.5)' }
  expect(await impatient.begin((tx) => migrateWithin(tx, [slow]))).toEqual(['000001_slow.sql'])
  await expect(impatient`select pg_sleep(0.5)`).rejects.toThrow('statement timeout')
  await impatient.end()
})
