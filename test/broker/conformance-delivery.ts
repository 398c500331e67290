import { afterEach, expect, it } from 'vitest'
import { reportHandler, signalsHandler } from '../../harness/broker/effect-handler.ts'
import { cycleReady, keys, shuffled, signalsComputed } from '../../harness/broker/messages.ts'
import { TWO_STAGES } from '../../harness/broker/two-stages.ts'
import { eventually } from '../../harness/eventually.ts'
import { witness } from '../../harness/witness.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import type { StageName } from '../../shared/broker/topology.ts'
import { outboxBacklog } from '../../shared/postgres/messaging/outbox.ts'
import { checkTotalQueue, together } from './total-queue.ts'
import { openWorld, type TransportFactory, type World } from './world.ts'

const FAN_OUT = { ...TWO_STAGES, report: ['cycle.ready', 'signals.computed'] }

export function describeDelivery(factory: TransportFactory): void {
  let world: World
  afterEach(() => world.end())

  it('event: one publication reaches every bound stage, and from there the next stage', async () => {
    world = await openWorld(factory, { bindings: FAN_OUT })
    const worker = await world.worker()
    await worker.stage(signalsHandler())
    await worker.stage(reportHandler())
    await world.publish(cycleReady('a'))
    await eventually(async () => (await world.effects('report')).length === 2)
    expect(await world.effects('signals')).toEqual(['test:a#1'])
    expect((await world.effects('report')).sort()).toEqual(['signals:a#1', 'test:a#1'])
    const [row] = await world.sql`select o.envelope from outbox as o`
    expect(row!.envelope).toMatchObject({ causationId: 'test:a#1', cycleId: 'a', version: 1 })
    await eventually(async () => (await outboxBacklog(world.sql)).unsent === 0)
  })

  it('competing workers: two subscribers of a stage share its messages, and each message is handled by one', async () => {
    world = await openWorld(factory)
    const busy = new Set<string>()
    for (const name of ['one', 'two']) {
      const handler = signalsHandler(name)
      const worker = await world.worker()
      const prepare = async () => {
        busy.add(name)
        await eventually(() => busy.size === 2)
      }
      await worker.stage({ ...handler, prepare }, { concurrency: 2 })
    }
    await world.publish(...keys(20).map(cycleReady))
    await eventually(async () => (await world.effects('signals')).length >= 20)
    const rows = await world.sql`select distinct e.worker from effects as e`
    expect(rows.map((row) => row.worker).sort()).toEqual(['one', 'two'])
    expect(new Set(await world.effects('signals')).size).toBe(20)
  })

  it('effect: happens once when each message is delivered four times, in any order, to two workers', async ({
    task,
  }) => {
    world = await openWorld(factory)
    const messages = keys(100).map(cycleReady)
    const acknowledged: string[] = []
    for (const name of ['one', 'two']) {
      const worker = await world.worker()
      await worker.stage(signalsHandler(name))
      await worker.stage(reportHandler(name))
    }
    for (const message of shuffled([...messages, ...messages, ...messages])) {
      await world.publish(message)
      acknowledged.push(message.id)
    }
    // The fourth copy is a duplicate that no broker can recognise.
    for (const message of shuffled(messages, 11)) await world.putRaw('signals', toEnvelope(message))
    const ids = messages.map((message) => message.id)
    const next = keys(100).map((key) => signalsComputed(key).id)
    await settled(world, { signals: ids, report: next })
    const signals = checkTotalQueue('signals', {
      attempted: ids,
      acknowledged,
      effects: await world.effects('signals'),
    })
    const report = checkTotalQueue('report', {
      attempted: next,
      acknowledged: next,
      effects: await world.effects('report'),
    })
    const attack = 'each message four times, shuffled, to two workers'
    witness(task, { invariant: 'I-02', broker: factory.name, attack, ...together(signals, report) })
    const wrong = await world.sql`select * from inbox as i where i.state <> 'done' or i.attempts <> 1`
    expect([...wrong]).toEqual([])
  })

  it('second delivery: has no effect and counts no attempt while the first is still being handled', async () => {
    world = await openWorld(factory)
    const outcomes = () => world.logged.filter((line) => line.event === 'message_handled').map((line) => line.outcome)
    const handler = signalsHandler()
    for (const _ of [1, 2]) {
      const worker = await world.worker()
      await worker.stage({
        ...handler,
        async handle(tx, message, prepared) {
          const messages = await handler.handle(tx, message, prepared)
          await eventually(() => outcomes().includes('busy'))
          return messages
        },
      })
    }
    await world.publish(cycleReady('a'))
    await world.putRaw('signals', toEnvelope(cycleReady('a')))
    await eventually(() => outcomes().includes('duplicate'))
    expect(await world.effects('signals')).toEqual(['test:a#1'])
    const rows = await world.sql`select i.state, i.attempts from inbox as i`
    expect([...rows]).toEqual([{ state: 'done', attempts: 1 }])
  })
}

/** Messages that must have had their effect, by stage. */
type Wanted = Partial<Record<StageName, readonly string[]>>

/**
 * Waits until these messages have had their effects and no message is queued, in hand or unsent. Depths alone are not
 * enough: RabbitMQ's count of messages in hand leaves out a worker that is too busy to answer within half a second. It
 * looks twice: during the first look a message can leave its queue for the outbox, which had been looked at before.
 */
export async function settled(world: World, wanted: Wanted, within = 20_000): Promise<void> {
  await eventually(
    async () => {
      for (const [stage, ids] of Object.entries(wanted) as [StageName, string[]][]) {
        const seen = new Set(await world.effects(stage))
        expect({ stage, withoutEffect: ids.filter((id) => !seen.has(id)) }).toEqual({ stage, withoutEffect: [] })
      }
      return (await isQuiet(world)) && (await isQuiet(world))
    },
    { within },
  )
}

async function isQuiet(world: World): Promise<boolean> {
  if ((await outboxBacklog(world.sql)).unsent > 0) return false
  const depths = await world.broker.depths()
  return depths.every((depth) => depth.ready + depth.active + depth.delayed === 0)
}
