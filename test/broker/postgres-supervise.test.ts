import type { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { startBoss } from '../../shared/broker/postgres-queues.ts'
import { startSupervision } from '../../shared/broker/postgres-supervise.ts'
import { silentLog } from '../../shared/log.ts'

let database: TestDatabase
let boss: PgBoss
let stop: () => void = () => {}

beforeEach(async () => {
  database = await freshDatabase()
  boss = await startBoss(database.url, silentLog, ['signals', 'report'])
})
afterEach(async () => {
  vi.useRealTimers()
  stop()
  await boss.stop({ graceful: false })
  await database.drop()
})

test('supervision: a message whose worker is silent is given to another one', async () => {
  const [id] = (await boss.insert('signals', [{ data: {} }], { returnId: true }))!
  await boss.fetch('signals')
  await database.sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where id = ${id!}`
  stop = startSupervision(boss, silentLog).stop
  await eventually(async () => expect(await boss.fetch('signals')).toMatchObject([{ id }]))
})

test('supervision: while another process has just looked, none is begun', async () => {
  await boss.supervise()
  expect(await database.sql`select q.name from pgboss.queue as q where q.monitor_on is not null`).toHaveLength(4)
  // As if another process were looking for as long as this test takes.
  await database.sql`update pgboss.queue set monitor_claim_on = now() + interval '2 seconds'`
  const supervise = vi.spyOn(boss, 'supervise')
  const asked = vi.spyOn(boss.getDb(), 'executeSql')
  stop = startSupervision(boss, silentLog).stop
  await eventually(() => expect(asked).toHaveBeenCalled())
  await eventually(async () => expect(await Promise.all(asked.mock.results.map(({ value }) => value))).toHaveLength(1))
  expect(supervise).not.toHaveBeenCalled()
  await database.sql`update pgboss.queue set monitor_claim_on = now() - interval '1 minute'`
  await eventually(() => expect(supervise).toHaveBeenCalledOnce())
})

test('supervision: after a stop during a look no other one begins', async () => {
  const answer = Promise.withResolvers<{ rows: { ms: number }[] }>()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = vi.spyOn(boss.getDb(), 'executeSql').mockReturnValueOnce(answer.promise)
  const supervision = startSupervision(boss, silentLog)
  vi.runOnlyPendingTimers()
  expect(asked).toHaveBeenCalledOnce()
  supervision.stop()
  answer.resolve({ rows: [{ ms: 5 }] })
  await new Promise(setImmediate)
  // The driver may have set a timer of its own, so timers are run and not counted.
  vi.runOnlyPendingTimers()
  expect(asked).toHaveBeenCalledOnce()
})
