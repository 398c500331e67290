import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { saveHeartbeat } from '../../shared/postgres/messaging/stage-workers.ts'
import type { WriteRefusal } from '../../shared/postgres/server/database-error.ts'
import { testApi } from './support/api.ts'

const database = testDatabase()

test('status says that the disk is full or the database read-only while nobody trades, and when that has ended', async () => {
  const app = await testApi(database.url)
  const worker = { id: randomUUID(), host: 'h', pid: 1, upSeconds: 1 }
  const work = { stage: 'report', concurrency: 1, inHand: 0, handledLastMinute: 0 }
  const beat = (refusal: WriteRefusal | null) => saveHeartbeat(database.sql, worker, [{ ...work, refusal }], [])
  const storage = async () =>
    (await app.inject('/api/v1/status')).json().issues.filter((issue: string) => /disk|read-only/.test(issue))
  await beat('full')
  await eventually(async () =>
    expect(await storage()).toEqual([
      'the disk of the database is full: writes are refused until there is room, reads go on',
    ]),
  )
  await beat(null)
  await eventually(async () => expect(await storage()).toEqual([]))

  const [{ name }] = (await database.sql`select quote_ident(current_database()) as name`) as unknown as [
    { name: string },
  ]
  const reconnect = () => database.sql`
    select pg_terminate_backend(a.pid) from pg_stat_activity as a
    where a.datname = current_database() and a.application_name = 'api-trading'`
  await database.sql.unsafe(`alter database ${name} set default_transaction_read_only = on`)
  await reconnect()
  await eventually(async () =>
    expect(await storage()).toEqual([
      'the database is read-only: writes are refused until it takes them again, reads go on',
    ]),
  )
  await database.sql.unsafe(`alter database ${name} reset default_transaction_read_only`)
  await reconnect()
  await eventually(async () => expect(await storage()).toEqual([]))
})
