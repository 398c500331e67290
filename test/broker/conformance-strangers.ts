import { afterEach, expect, it } from 'vitest'
import { statusFacts } from '../../api/status/status-view.ts'
import { signalsHandler } from '../../harness/broker/effect-handler.ts'
import { cycleReady, keys } from '../../harness/broker/messages.ts'
import { eventually } from '../../harness/eventually.ts'
import { witness } from '../../harness/witness.ts'
import { dropLetters } from '../../shared/broker/drop-letters.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { redrive } from '../../shared/broker/redrive.ts'
import { saveStageDepths } from '../../shared/postgres/messaging/stage-depths.ts'
import { hostileTo } from './hostile-messages.ts'
import { openWorld, type TransportFactory, type World } from './world.ts'

const LISTED_MAX = 1_000

/** Anyone who may write to a queue may put anything there. */
export function describeStrangers(factory: TransportFactory): void {
  let world: World
  afterEach(() => world.end())

  const atRest = async (dead: number) =>
    await eventually(
      async () => expect(await world.depth('signals')).toMatchObject({ dead, ready: 0, active: 0, delayed: 0 }),
      { within: 40_000 },
    )
  const countedByStatus = async () => {
    await saveStageDepths(world.sql, world.broker.kind, await world.broker.depths())
    return (await statusFacts(world.sql, new Date())).deadLetters
  }

  it('strangers: whatever they put into a queue is one dead letter each, and its neighbours are handled', {
    timeout: 120_000,
  }, async ({ task }) => {
    world = await openWorld(factory)
    const hostile = hostileTo(factory.name)
    const good = keys(hostile.length).map(cycleReady)
    for (const [at, { body, around }] of hostile.entries()) {
      await world.putRaw('signals', body, around)
      await world.putRaw('signals', toEnvelope(good[at]!))
    }
    expect((await world.depth('signals')).oldestReadyAgeMs).toBeLessThan(600_000)
    // There are fewer slots than hostile messages, so if they kept their slots, all slots would be taken; batches mix
    // both sorts.
    await (await world.worker()).stage(signalsHandler('w', 16), { concurrency: 2 })
    await atRest(hostile.length)
    expect((await world.effects('signals')).sort()).toEqual(good.map(({ id }) => id).sort())
    const unfinished = await world.sql`select i.message_id from inbox as i where i.state <> 'done'`
    expect([...unfinished]).toEqual([])

    const letters = await world.broker.deadLetters({ limit: LISTED_MAX })
    expect(letters).toHaveLength(hostile.length)
    for (const { reason, diedAt, body } of letters) {
      expect(reason).not.toBe('')
      expect(() => JSON.stringify([diedAt.toISOString(), body])).not.toThrow()
    }
    expect(await countedByStatus()).toBe(hostile.length)

    await redrive(world, letters)
    await atRest(hostile.length)
    await dropLetters(world, await world.broker.deadLetters({ limit: LISTED_MAX }), 'put there by a stranger')
    await atRest(0)
    expect(await countedByStatus()).toBe(0)
    const [kept] = await world.sql`select count(*)::int as letters from dropped_letters as d`
    expect(kept).toEqual({ letters: hostile.length })
    const figures = { messages: good.length, effects: good.length, parked: hostile.length }
    const attack = `${hostile.length} messages of a stranger among ${good.length}`
    witness(task, { invariant: 'I-04', broker: factory.name, attack, ...figures })
  })
}
