import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startRelay } from '../../shared/broker/relay.ts'
import { silentLog } from '../../shared/log.ts'
import { outboxBacklog } from '../../shared/postgres/outbox.ts'
import { eventually } from '../harness/eventually.ts'
import { gone, runUntilNobodyDies, startWorker, stopWorker } from './crash-runner.ts'
import { cycleReady, keys } from './messages.ts'
import { postgresTransport } from './postgres-transport.ts'
import { openWorld, type World } from './world.ts'

const POINTS = ['received', 'begun', 'before_commit', 'committed', 'published'] as const
const MESSAGES = 50
/** One death tells; the long run dies again and again, early and late. */
const NTHS = process.env.LONG ? [1, 2, 3, 5, 8, 13, 21, 34] : [9]
/** Ten seconds without a heartbeat, up to two looks three seconds apart, one poll; and a margin. */
const BACK_WITHIN_MS = 20_000

let world: World
let lost: ReturnType<typeof loseMessage>
// It mostly waits, so it does that beside the others.
beforeAll(() => {
  lost = loseMessage()
  lost.catch(() => {})
})
beforeEach(async () => {
  world = await openWorld(postgresTransport)
})
afterEach(() => world.end())

async function feed({ sql, broker }: World, count: number): Promise<void> {
  const relay = startRelay({ sql, broker, log: silentLog })
  const messages = keys(count).map(cycleReady)
  await relay.transaction(sql, async () => ({ result: null, messages }))
  await relay.stop()
}

it.each(POINTS)(
  'crash: leaves no ghost, no zombie and no second effect when workers die at "%s"',
  async (point) => {
    await feed(world, MESSAGES)
    const plans = NTHS.map((nth) => ({ killAt: { point, nth } }))
    const deaths = await runUntilNobodyDies(world, [...plans, {}], noGhosts)
    expect(deaths).toBeGreaterThanOrEqual(1)
    await everythingHappenedOnce()
  },
  180_000,
)

it('killed worker: its messages are handled by another within 20 s when nobody helps', async () => {
  const { afterMs, attempts } = await lost
  process.stdout.write(`lost message handled ${afterMs} ms after its worker died\n`)
  expect(afterMs).toBeLessThan(BACK_WITHIN_MS)
  expect(attempts).toBe(1)
}, 60_000)

async function loseMessage(): Promise<{ afterMs: number; attempts: number }> {
  const own = await openWorld(postgresTransport)
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

async function everythingHappenedOnce(): Promise<void> {
  for (const stage of ['signals', 'report'] as const) {
    const effects = await world.effects(stage)
    expect({ stage, effects: effects.length, distinct: new Set(effects).size }).toEqual({
      stage,
      effects: MESSAGES,
      distinct: MESSAGES,
    })
  }
  await noGhosts()
  expect(await outboxBacklog(world.sql)).toMatchObject({ unsent: 0 })
  const unfinished = await world.sql`select * from inbox as i where i.state <> 'done'`
  expect([...unfinished]).toEqual([])
  expect(await world.broker.deadLetters()).toEqual([])
}

/** A message without its row would be a ghost, a row without its message a zombie; at no instant may there be one. */
async function noGhosts(): Promise<void> {
  const ghosts = await world.sql`
    select e.message_id as effect, sent.message_id as message
    from (select own.message_id from effects as own where own.stage = 'signals') as e
    full join (select o.message_id, o.envelope->>'causationId' as cause from outbox as o
      where o.envelope->>'type' = 'signals.computed') as sent on sent.cause = e.message_id
    where e.message_id is null or sent.message_id is null`
  expect([...ghosts]).toEqual([])
}
