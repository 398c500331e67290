import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { readyQueues, startBoss } from '../../shared/broker/postgres-queues.ts'
import { silentLog } from '../../shared/log.ts'

const QUEUES = ['signals', 'report', 'alerts'] as const

const database = testDatabase()
let boss: PgBoss
beforeAll(async () => {
  boss = await startBoss(database.url, silentLog)
})
afterAll(async () => {
  await boss.stop({ graceful: false })
})
beforeEach(() => database.sql`delete from pgboss.job`)

const ready = () => readyQueues(boss.getDb(), QUEUES)

it('poll: a queue is ready while it has a job that can be fetched, neither in hand nor delayed nor of another queue', async () => {
  expect(await ready()).toEqual([])
  await boss.insert('report', [{ data: { id: 'test:a#1' } }, { data: { id: 'test:b#1' } }])
  await boss.insert('alerts', [{ data: { id: 'test:c#1' }, startAfter: 60 }])
  await boss.insert('risk', [{ data: { id: 'test:d#1' } }])
  expect(await ready()).toEqual(['report'])
  await boss.fetch('report', { batchSize: 2 })
  expect(await ready()).toEqual([])
})

it('poll: a queue is ready again when a delay has run out or a worker was lost', async () => {
  await boss.insert('alerts', [{ data: { id: 'test:a#1' }, startAfter: 60 }])
  await boss.insert('signals', [{ data: { id: 'test:b#1' } }])
  await boss.fetch('signals', { batchSize: 1 })
  expect(await ready()).toEqual([])
  // pg-boss delivers a message again when a heartbeat is missed.
  await database.sql`update pgboss.job set state = 'retry', heartbeat_on = null where name = 'signals'`
  await database.sql`update pgboss.job set start_after = now() - interval '1 second' where name = 'alerts'`
  expect((await ready()).sort()).toEqual(['alerts', 'signals'])
})
