import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startRelay } from '../../shared/broker/relay.ts'
import { silentLog } from '../../shared/log.ts'
import { outboxBacklog } from '../../shared/postgres/outbox.ts'
import { eventually } from '../harness/eventually.ts'
import { RABBIT_START_MS, sharedRabbitUrl } from '../harness/rabbitmq.ts'
import { gone, runUntilNobodyDies, startWorker, stopWorker } from './crash-runner.ts'
import { cycleReady, keys } from './messages.ts'
import { postgresTransport } from './postgres-transport.ts'
import { rabbitTransport } from './rabbitmq-transport.ts'
import { openWorld, type TransportFactory, type World } from './world.ts'

const POINTS = ['received', 'begun', 'before_commit', 'committed', 'published'] as const
const MESSAGES = 50
/** One death tells; the long run dies again and again, early and late. */
const NTHS = process.env.LONG ? [1, 2, 3, 5, 8, 13, 21, 34] : [9]
/** Ten seconds without a heartbeat, up to two looks three seconds apart, one poll; and a margin. */
const BACK_WITHIN_MS = 20_000

/** RabbitMQ in the long run, as its other tests. */
const TRANSPORTS: [string, TransportFactory][] = [
  ['Postgres', postgresTransport],
  ...(process.env.LONG ? [['RabbitMQ', rabbitTransport] as [string, TransportFactory]] : []),
]

describe.each(TRANSPORTS)('%s', (name, factory) => {
  let world: World
  let lost: ReturnType<typeof loseMessage>
  // It mostly waits, so it does that beside the others.
  beforeAll(async () => {
    if (factory === rabbitTransport) await sharedRabbitUrl()
    lost = loseMessage(factory)
    lost.catch(() => {})
  }, RABBIT_START_MS)
  beforeEach(async () => {
    world = await openWorld(factory)
  })
  afterEach(() => world.end())

  it.each(POINTS)(
    'crash: leaves no ghost, no zombie and no second effect when workers die at "%s"',
    async (point) => {
      await feed(world, MESSAGES)
      const plans = NTHS.map((nth) => ({ killAt: { point, nth } }))
      const deaths = await runUntilNobodyDies(world, [...plans, {}], () => noGhosts(world))
      expect(deaths).toBeGreaterThanOrEqual(1)
      await everythingHappenedOnce(world)
    },
    180_000,
  )

  it('killed worker: its messages are handled by another within 20 s when nobody helps', async () => {
    const { afterMs, attempts } = await lost
    process.stdout.write(`${name}: lost message handled ${afterMs} ms after its worker died\n`)
    expect(afterMs).toBeLessThan(BACK_WITHIN_MS)
    expect(attempts).toBe(1)
  }, 60_000)
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

async function everythingHappenedOnce(world: World): Promise<void> {
  for (const stage of ['signals', 'report'] as const) {
    const effects = await world.effects(stage)
    expect({ stage, effects: effects.length, distinct: new Set(effects).size }).toEqual({
      stage,
      effects: MESSAGES,
      distinct: MESSAGES,
    })
  }
  await noGhosts(world)
  expect(await outboxBacklog(world.sql)).toMatchObject({ unsent: 0 })
  const unfinished = await world.sql`select * from inbox as i where i.state <> 'done'`
  expect([...unfinished]).toEqual([])
  expect(await world.broker.deadLetters()).toEqual([])
}

/** A message without its row would be a ghost, a row without its message a zombie; at no instant may there be one. */
async function noGhosts(world: World): Promise<void> {
  const ghosts = await world.sql`
    select e.message_id as effect, sent.message_id as message
    from (select own.message_id from effects as own where own.stage = 'signals') as e
    full join (select o.message_id, o.envelope->>'causationId' as cause from outbox as o
      where o.envelope->>'type' = 'signals.computed') as sent on sent.cause = e.message_id
    where e.message_id is null or sent.message_id is null`
  expect([...ghosts]).toEqual([])
}
