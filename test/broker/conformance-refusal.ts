import { expect, it } from 'vitest'
import { reportHandler, signalsHandler } from '../../harness/broker/effect-handler.ts'
import { cycleReady, keys, signalsComputed } from '../../harness/broker/messages.ts'
import type { TransportFactory } from '../../harness/broker/transport.ts'
import { eventually } from '../../harness/eventually.ts'
import { witness } from '../../harness/witness.ts'
import { outboxBacklog } from '../../shared/postgres/messaging/outbox.ts'
import { settled } from './conformance-delivery.ts'
import { checkTotalQueue, together } from './total-queue.ts'
import { openWorld } from './world.ts'

export function describeRefusal(factory: TransportFactory): void {
  it('full broker: refuses as unavailable, still delivers what it holds, and gets the rest when it has room', async ({
    task,
    onTestFinished,
  }) => {
    const own = await factory.ownBroker()
    onTestFinished(() => own.remove())
    const world = await openWorld(factory, { own })
    onTestFinished(() => world.end())
    const accepted = keys(20).map((key) => cycleReady(`accepted-${key}`))
    const refused = keys(20).map((key) => cycleReady(`refused-${key}`))
    await world.publish(...accepted)

    await own.refuse()
    // A refused message that was on its way when the broker stopped reading may still arrive, once.
    const perhaps = cycleReady('perhaps')
    await expect(world.publish(perhaps)).rejects.toMatchObject({ kind: 'unavailable' })
    const worker = await world.worker()
    await worker.stage(signalsHandler())
    await worker.stage(reportHandler())
    await worker.relay.transaction(world.sql, async () => ({ result: null, messages: refused }))
    await eventually(async () => (await world.effects('signals')).length === accepted.length, { within: 30_000 })
    await eventually(() => world.logged.some((line) => line.event === 'outbox_sweep_failed'), { within: 30_000 })
    // Unsent are the refused messages, and the output of the accepted ones for the next stage.
    expect(await outboxBacklog(world.sql)).toMatchObject({
      unsent: refused.length + accepted.length,
      oldestUnsentAgeMs: expect.any(Number),
    })
    expect(await world.effects('report')).toEqual([])

    await own.accept()
    const opened = performance.now()
    const all = [...accepted, ...refused]
    const ids = all.map(({ id }) => id)
    const next = all.map(({ cycleId }) => signalsComputed(cycleId!).id)
    await settled(world, { signals: ids, report: next }, 30_000)
    const recoveredMs = performance.now() - opened
    const [signals, report] = [await world.effects('signals'), await world.effects('report')]
    const perhapsNext = signalsComputed(perhaps.cycleId!).id
    const first = checkTotalQueue('full, signals', {
      attempted: [...ids, perhaps.id],
      acknowledged: ids,
      effects: signals,
    })
    const second = checkTotalQueue('full, report', {
      attempted: [...next, perhapsNext],
      acknowledged: next,
      effects: report,
    })
    const attack = 'the broker takes nothing new (memory alarm, full disk)'
    witness(task, { invariant: 'I-05', broker: factory.name, attack, ...together(first, second), recoveredMs })
    expect(await world.broker.deadLetters()).toEqual([])
    const counts = await world.sql`select distinct i.state, i.attempts, i.outages from inbox as i`
    expect([...counts]).toEqual([{ state: 'done', attempts: 1, outages: 0 }])
  }, 120_000)
}
