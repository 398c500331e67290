import type { Job, PgBoss } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { redriveLetters } from '../../shared/broker/postgres-dead-letters.ts'
import { createFinisher } from '../../shared/broker/postgres-finish.ts'
import { deadQueue, queryJobs, startBoss } from '../../shared/broker/postgres-queues.ts'
import { silentLog } from '../../shared/log.ts'

const STAGE = 'signals'

const database = testDatabase()
let boss: PgBoss
let finish: ReturnType<typeof createFinisher>
beforeAll(async () => {
  boss = await startBoss(database.url, silentLog)
  finish = createFinisher(boss, STAGE)
})
afterAll(async () => {
  await boss.stop({ graceful: false })
})
beforeEach(() => database.sql`delete from pgboss.job`)

async function fetchOne(): Promise<Job<object>> {
  const [job] = await boss.fetch<object>(STAGE, { batchSize: 1 })
  return job!
}
const jobs = () =>
  queryJobs<{ name: string; state: string; retries: number }>(
    boss.getDb(),
    'select j.name, j.state, j.retry_count as retries from pgboss.job as j order by j.name, j.id',
    [],
  )

const dead = { kind: 'dead', reason: 'broken', errorKind: 'invalid', attempts: 1 } as const

it.each([dead, { kind: 'retry', delayMs: 60_000 } as const, { kind: 'ack' } as const])(
  'a worker that lost its message finishes nothing with $kind when another worker has it in hand',
  async (outcome) => {
    await boss.send(STAGE, { id: 'test:a#1' })
    const lost = await fetchOne()
    // pg-boss delivers a message again when a heartbeat is missed.
    await database.sql`update pgboss.job set state = 'retry', heartbeat_on = null`
    const again = await fetchOne()
    expect([again.id, again.retryCount]).toEqual([lost.id, 1])
    await finish(lost, outcome)
    expect(await jobs()).toEqual([{ name: STAGE, state: 'active', retries: 1 }])
    await finish(again, dead)
    expect(await jobs()).toEqual([{ name: deadQueue(STAGE), state: 'created', retries: 0 }])
  },
)

it('a handled message leaves no row', async () => {
  await boss.send(STAGE, { id: 'test:a#1' })
  await boss.send(STAGE, { id: 'test:b#1' })
  await finish(await fetchOne(), { kind: 'ack' })
  expect(await jobs()).toEqual([{ name: STAGE, state: 'created', retries: 0 }])
})

it('a retry is the same message after its delay, with nothing counted as lost', async () => {
  await boss.send(STAGE, { id: 'test:a#1' })
  await finish(await fetchOne(), { kind: 'retry', delayMs: 60_000 })
  expect(await jobs()).toEqual([{ name: STAGE, state: 'created', retries: 0 }])
  const [row] = await database.sql<{ seconds: number }[]>`
    select extract(epoch from j.start_after - j.created_on)::float8 as seconds from pgboss.job as j`
  expect(row!.seconds).toBeCloseTo(60, 0)
})

it('a message that dies twice is one dead letter', async () => {
  for (let time = 0; time < 2; time++) {
    await boss.send(STAGE, { id: 'test:a#1' })
    await finish(await fetchOne(), dead)
  }
  expect(await jobs()).toEqual([{ name: deadQueue(STAGE), state: 'created', retries: 0 }])
})

it('a dead letter that two people redrive is sent once', async () => {
  await boss.send(STAGE, { id: 'test:a#1' })
  await finish(await fetchOne(), dead)
  const [row] = await database.sql<{ id: string }[]>`select j.id from pgboss.job as j`
  const death = {
    messageId: 'test:a#1',
    reason: 'broken',
    errorKind: 'invalid',
    attempts: 1,
    diedAt: new Date(),
  } as const
  const letters = [{ ...death, id: row!.id, stage: STAGE, body: { id: 'test:a#1' } }] as const
  const stages = [await redriveLetters(boss, letters), await redriveLetters(boss, letters)]
  expect(stages.map((each) => [...each])).toEqual([[STAGE], []])
  expect(await jobs()).toEqual([{ name: STAGE, state: 'created', retries: 0 }])
})
