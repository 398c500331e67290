import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { faultProxy } from '../../harness/fault-proxy.ts'
import { silentLog } from '../../shared/log.ts'
import { checkDatabase } from '../../shared/postgres/server/check-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database?.drop())

test.concurrent('a server that was too busy for two questions is asked a third time', async () => {
  const link = await faultProxy(database.url)
  link.inject('black_hole')
  const checked = checkDatabase({ DATABASE_URL: link.url }, silentLog)
  await eventually(() => expect(link.opened()).toBe(2))
  link.inject('none')
  await checked.finally(() => link.close())
  expect(link.opened()).toBe(3)
}, 180_000)

test.concurrent('a standby that does not answer is asked once, because the service runs without it', async () => {
  const link = await faultProxy(database.url)
  link.inject('black_hole')
  const urls = { DATABASE_URL: database.url, DATABASE_READ_URL: link.url }
  await checkDatabase(urls, silentLog).finally(() => link.close())
  expect(link.opened()).toBe(1)
})
