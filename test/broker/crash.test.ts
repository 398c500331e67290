import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cycleReady, keys, signalsComputed } from '../../harness/broker/messages.ts'
import { postgresTransport } from '../../harness/broker/postgres-transport.ts'
import { rabbitTransport } from '../../harness/broker/rabbitmq-transport.ts'
import { eventually } from '../../harness/eventually.ts'
import { RABBIT_START_MS } from '../../harness/rabbitmq.ts'
import { witness } from '../../harness/witness.ts'
import { startRelay } from '../../shared/broker/relay.ts'
import { silentLog } from '../../shared/log.ts'
import { outboxBacklog } from '../../shared/postgres/messaging/outbox.ts'
import { gone, runUntilNobodyDies, startWorker, stopWorker } from './crash-runner.ts'
import { checkTotalQueue, together } from './total-queue.ts'
import { openWorld, type TransportFactory, type World } from './world.ts'

const POINTS = ['received', 'begun', 'before_commit', 'committed', 'published', 'marked'] as const
const MESSAGES = 50
/** Dying at the ninth message is dying within a batch. */
const BATCH = 16
/** One death is enough; the long run dies many times, early and late. */
const NTHS = process.env.LONG ? [1, 2, 3, 5, 8, 13, 21, 34] : [9]
/** One publication, and even more so one mark, covers many messages, so there are few points at which to die. */
const FEW_NTHS = { published: process.env.LONG ? [1, 2, 3, 5] : [1], marked: process.env.LONG ? [1, 1] : [1] }
/** Covers ten seconds without a heartbeat, two checks three seconds apart, one poll, and a margin. */
const BACK_WITHIN_MS = 20_000

describe.each([postgresTransport, rabbitTransport])('$name', (factory) => {
  let world: World
  let lost: ReturnType<typeof loseMessage> | undefined
  // It mostly waits, so it runs in parallel with the other tests.
  beforeAll(async () => {
    await factory.prepare()
    lost = loseMessage(factory)
    lost.catch(() => {})
  }, RABBIT_START_MS)
  beforeEach(async () => {
    world = await openWorld(factory)
  })
  afterEach(() => world.end())
  // Waits even if its test is filtered out, so that nothing is left running.
  afterAll(() => lost?.catch(() => {}), 60_000)

  it.for(POINTS.flatMap((point) => [1, BATCH].map((batch) => [point, batch] as const)))(
    'crash: no ghost, no zombie and no second effect when workers die at "%s", %i messages to a transaction',
    { timeout: 180_000 },
    async ([point, batch], { task }) => {
      await feed(world, MESSAGES)
      const nths = point === 'published' || point === 'marked' ? FEW_NTHS[point] : NTHS
      const plans = nths.map((nth) => ({ batch, killAt: { point, nth } }))
      const deaths = await runUntilNobodyDies(world, [...plans, { batch }], () => noGhosts(world))
      expect(deaths).toBe(nths.length)
      const figures = { deaths, ...(await everythingHappenedOnce(world)) }
      const attack = `workers die at "${point}"${batch > 1 ? `, in batches of ${batch}` : ''}`
      witness(task, { invariant: 'I-01', broker: factory.name, attack, ...figures })
    },
  )

  it('killed worker: another worker handles its messages without any help', async ({ task }) => {
    const { afterMs: recoveredMs, attempts } = await lost!
    expect(attempts).toBe(1)
    const figures = { deaths: 1, messages: 1, effects: 1, recoveredMs }
    witness(task, { invariant: 'I-01', broker: factory.name, attack: 'a worker dies and nobody helps', ...figures })
  }, 180_000)
})

async function feed({ sql, broker }: World, count: number): Promise<void> {
  const relay = startRelay({ sql, broker, log: silentLog })
  const messages = keys(count).map(cycleReady)
  await relay.transaction(sql, async () => ({ result: null, messages }))
  await relay.stop()
}

async function loseMessage(factory: TransportFactory): Promise<{ afterMs: number; attempts: number }> {
  const own = await openWorld(factory)
  await feed(own, 1)
  const victim = startWorker(own, { killAt: { point: 'before_commit', nth: 1 } })
  await eventually(() => gone(victim))
  const died = performance.now()
  const heir = startWorker(own, {})
  try {
    await eventually(async () => (await own.effects('signals')).length === 1, { within: 2 * BACK_WITHIN_MS })
    const afterMs = Math.round(performance.now() - died)
    const [row] = await own.sql`select i.attempts from inbox as i where i.stage = 'signals'`
    return { afterMs, attempts: row!.attempts }
  } finally {
    await stopWorker(heir)
    await own.end()
  }
}

async function everythingHappenedOnce(world: World): Promise<ReturnType<typeof together>> {
  const fed = keys(MESSAGES)
  const check = async (stage: 'signals' | 'report', ids: string[]) =>
    checkTotalQueue(`crash, ${stage}`, { attempted: ids, acknowledged: ids, effects: await world.effects(stage) })
  const signals = await check(
    'signals',
    fed.map((key) => cycleReady(key).id),
  )
  const report = await check(
    'report',
    fed.map((key) => signalsComputed(key).id),
  )
  await noGhosts(world)
  expect(await outboxBacklog(world.sql)).toMatchObject({ unsent: 0 })
  const unfinished = await world.sql`select * from inbox as i where i.state <> 'done'`
  expect([...unfinished]).toEqual([])
  expect(await world.broker.deadLetters()).toEqual([])
  return together(signals, report)
}

/** A ghost is a message without its row, a zombie is a row without its message; neither may ever exist. */
async function noGhosts(world: World): Promise<void> {
  const ghosts = await world.sql`
    select e.message_id as effect, sent.message_id as message
    from (select own.message_id from effects as own where own.stage = 'signals') as e
    full join (select o.message_id, o.envelope->>'causationId' as cause from outbox as o
      where o.envelope->>'type' = 'signals.computed') as sent on sent.cause = e.message_id
    where e.message_id is null or sent.message_id is null`
  expect([...ghosts]).toEqual([])
}
