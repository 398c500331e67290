import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '../../harness/empty-database.ts'
import { runToEnd } from '../../harness/run-to-end.ts'
import { ADMIN, INTERNAL } from '../../harness/tokens.ts'
import { migrateWithin, readMigrations, refuseOlderSchema } from '../../shared/postgres/server/migrate.ts'

const LACKING = 2

let database: Awaited<ReturnType<typeof emptyDatabase>>
beforeEach(async () => {
  database = await emptyDatabase()
})
afterEach(() => database.drop())

const upToBefore = async (last: number): Promise<void> => {
  const migrations = await readMigrations()
  await database.sql.begin((tx) => migrateWithin(tx, migrations.slice(0, migrations.length - last)))
}

test.each([
  ['worker', 'workers/main.ts', ['--stages', 'signals']],
  ['api', 'api/main.ts', []],
] as const)('a new %s refuses the schema of an older version and names the remedy', async (name, script, args) => {
  await upToBefore(LACKING)
  const first = (await readMigrations()).at(-LACKING)!.name
  const env = { DATABASE_URL: database.url, PORT: '0', ADMIN_TOKEN: ADMIN, INTERNAL_TOKEN: INTERNAL }
  const { code, said } = await runToEnd([script, ...args], env)
  expect({ code, said }).toEqual({
    code: 1,
    said: `${name}: DATABASE_URL: the database lacks migration ${first} and 1 more of this version; run npm run migrate first\n`,
  })
})

test('the schema of this version, a newer one and none at all are not called old', async () => {
  await refuseOlderSchema(database.sql)
  await upToBefore(0)
  await refuseOlderSchema(database.sql)
  await database.sql`insert into schema_migrations (name, sha256) values ('999999_later.sql', 'x')`
  await refuseOlderSchema(database.sql)
})
