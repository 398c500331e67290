import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { silentLog } from '../../shared/log.ts'
import { openPool, type Pool, siblingPool } from '../../shared/postgres/server/db.ts'
import { listen } from '../../shared/postgres/server/listen.ts'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await freshDatabase()
  pool = openPool(database.url, { max: 1, name: 'listens' })
  // Connections that are idle are closed at once.
  Object.assign(pool.options, { idle_timeout: 0.05 })
})
afterAll(async () => {
  await pool.end({ timeout: 0 })
  await database.drop()
})

test('listen: the connection outlives idleness, which ends others of its pool, so that no notification falls into a gap', async () => {
  let connections = 0
  const heard: string[] = []
  const options = {
    onPayload: (text: string) => void heard.push(text),
    onListening: () => connections++,
    log: silentLog,
  }
  const listener = listen(pool, 'changes', options)
  await eventually(() => expect(connections).toBe(1))
  let hasIdleEnded = false
  const idle = siblingPool(pool, { max: 1, onclose: () => (hasIdleEnded = true) })
  await idle`select 1`
  await eventually(() => hasIdleEnded)
  await database.sql`select pg_notify('changes', 'all')`
  await eventually(() => expect(heard).toEqual(['all']))
  expect(connections).toBe(1)
  await listener.close()
  await idle.end({ timeout: 0 })
})
