import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { type FaultProxy, faultProxy } from '../../harness/fault-proxy.ts'
import { silentLog } from '../../shared/log.ts'
import { openPool, type Pool, siblingPool } from '../../shared/postgres/server/db.ts'
import { type LinkWatch, watchLink } from '../../workers/link-watch.ts'

let database: TestDatabase
let proxy: FaultProxy
let pool: Pool
let watch: LinkWatch
let gaveUp = 0

beforeEach(async () => {
  gaveUp = 0
  database = await freshDatabase()
  proxy = await faultProxy(database.url)
  // Turns off the driver's own query on each new connection, whose rejection over a broken link nothing would catch.
  pool = siblingPool(openPool(proxy.url, { max: 2, name: 'watched' }))
  await pool`select 1`
  watch = watchLink(pool, silentLog, () => gaveUp++, { everyMs: 20, silentMs: 200 })
})
afterEach(async () => {
  watch.stop()
  await pool.end({ timeout: 0 })
  await proxy.close()
  await database.drop()
})

test('link: a process ends when its database link swallows everything', async () => {
  proxy.inject('black_hole')
  await eventually(() => gaveUp === 1)
})

test('link: a process continues when the database refuses and comes back', async () => {
  proxy.inject('refuse')
  await eventually(async () =>
    expect(
      await pool`select 1`.then(
        () => 'up',
        () => 'down',
      ),
    ).toBe('down'),
  )
  proxy.inject('none')
  await eventually(async () => expect(await pool`select 1 as one`).toEqual([{ one: 1 }]), { within: 30_000 })
  expect(gaveUp).toBe(0)
})

test('link: a process continues however long the database refuses', async () => {
  watch.stop()
  proxy.inject('refuse')
  // As after half a minute of failed attempts.
  Object.assign((pool.options as unknown as { shared: { retries: number } }).shared, { retries: 20 })
  watch = watchLink(pool, silentLog, () => gaveUp++, { everyMs: 20, silentMs: 3_000 })
  for (let refused = 0; refused < 4; refused += 1) await expect(pool`select 1`).rejects.toThrow()
  expect(gaveUp).toBe(0)
})
