import { expect, it } from 'vitest'
import { cycleReady, keys, signalsComputed } from '../../harness/broker/messages.ts'
import type { TransportFactory } from '../../harness/broker/transport.ts'
import { eventually } from '../../harness/eventually.ts'
import { witness } from '../../harness/witness.ts'
import { redrive } from '../../shared/broker/redrive.ts'
import { settled } from './conformance-delivery.ts'
import { superviseWorker } from './supervised-worker.ts'
import { checkTotalQueue, together } from './total-queue.ts'
import { openWorld } from './world.ts'

/** Covers the restart, a missed heartbeat and its discovery, a back-off, and a busy machine. */
const BACK_WITHIN_MS = 60_000

export function describeBrokerDeath(factory: TransportFactory): void {
  it('killed broker: loses no message after its restart, and each has one effect, whatever its state was', async ({
    task,
    onTestFinished,
  }) => {
    const own = await factory.ownBroker()
    onTestFinished(() => own.remove())
    const world = await openWorld(factory, { own })
    onTestFinished(() => world.end())
    await world.sql`create table repaired (at timestamptz)`
    const worker = superviseWorker(world)
    onTestFinished(() => worker.stop())
    const [away, dead] = [cycleReady('away'), cycleReady('dead')]
    const held = keys(4).map((key) => cycleReady(`held-${key}`))
    const ready = keys(30).map((key) => cycleReady(`ready-${key}`))
    await world.publish(away, dead)
    await eventually(async () => expect(await world.depth('signals')).toMatchObject({ delayed: 1, dead: 1 }))
    await world.publish(...held)
    await eventually(async () => expect(await world.depth('signals')).toMatchObject({ active: 4, ready: 0 }))
    await world.publish(...ready)
    expect(await world.depth('signals')).toMatchObject({ active: 4, ready: 30, delayed: 1, dead: 1 })

    await own.kill()
    worker.release()
    await expect(world.publish(cycleReady('never'))).rejects.toMatchObject({ kind: 'unavailable' })
    await own.start()
    const back = performance.now()

    const letters = await eventually(() => world.broker.deadLetters(), { within: 30_000 })
    expect(letters).toMatchObject([{ messageId: dead.id, reason: 'not repaired yet', errorKind: 'invalid' }])
    await eventually(() => world.sql`insert into repaired values (now())`)
    await redrive(world, letters)
    const all = [away, dead, ...held, ...ready]
    const ids = all.map(({ id }) => id)
    const next = all.map(({ cycleId }) => signalsComputed(cycleId!).id)
    await settled(world, { signals: ids, report: next }, BACK_WITHIN_MS)
    const recoveredMs = performance.now() - back
    const signals = checkTotalQueue('killed, signals', {
      attempted: ids,
      acknowledged: ids,
      effects: await world.effects('signals'),
    })
    const report = checkTotalQueue('killed, report', {
      attempted: next,
      acknowledged: next,
      effects: await world.effects('report'),
    })
    expect(await world.broker.deadLetters()).toEqual([])
    // A message that was in hand loses at most one of its three attempts, and no death counts as a bug.
    const attack = 'the broker dies with messages ready, in hand, delayed and parked'
    const figures = { deaths: 1, ...together(signals, report), recoveredMs }
    witness(task, { invariant: 'I-05', broker: factory.name, attack, ...figures })
    const blamed = await world.sql`
      select * from inbox as i where i.state <> 'done' or i.attempts > 2 or i.error_kind is not null`
    expect([...blamed]).toEqual([])
  }, 180_000)
}
