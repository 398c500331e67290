import { afterEach, expect, it } from 'vitest'
import { signalsHandler } from '../../harness/broker/effect-handler.ts'
import { cycleReady } from '../../harness/broker/messages.ts'
import { eventually } from '../../harness/eventually.ts'
import { dropLetters } from '../../shared/broker/drop-letters.ts'
import { lostLetters, redriveLost } from '../../shared/broker/lost-letters.ts'
import type { DeadLetter } from '../../shared/broker/port.ts'
import { createLostWatch } from '../../shared/broker/resend-lost.ts'
import { AppError } from '../../shared/errors.ts'
import { settleMessages } from '../../shared/postgres/messaging/settled.ts'
import { openWorld, type TransportFactory, type World } from './world.ts'

/** Messages that the broker has lost, for example after a purge, are still in Postgres and are sent again. */
export function describeLost(factory: TransportFactory): void {
  let world: World
  afterEach(() => world.end())

  /** One look at the queues, after any time: each stage that is empty has been so for long enough. */
  async function look(times = 2): Promise<number[]> {
    const watch = createLostWatch(world, { emptyForMs: 0 })
    const sent: number[] = []
    for (let time = 0; time < times; time += 1) sent.push(await watch(await world.broker.depths()))
    return sent
  }

  /** Takes a message out of its queue as if somebody had purged it: nothing records that it is gone. */
  async function losing(work: () => Promise<unknown>): Promise<void> {
    const lost = Promise.withResolvers<void>()
    const thief = await world.broker.subscribe(
      'signals',
      async () => {
        lost.resolve()
        return { kind: 'ack' }
      },
      { concurrency: 1 },
    )
    await work()
    await lost.promise
    await thief.drain()
  }

  const sendByOutbox = async (key: string) => {
    const { relay } = await world.worker()
    await relay.transaction(world.sql, async () => ({ result: null, messages: [cycleReady(key)] }))
    await eventually(async () => {
      const unsent = await world.sql`select 1 from outbox as o where o.sent_at is null`
      expect(unsent).toHaveLength(0)
    })
  }

  it('lost: a message that left its queue without an effect is sent again, once, and has its effect', async () => {
    world = await openWorld(factory)
    await losing(() => sendByOutbox('a'))
    await eventually(async () => expect(await look(1)).toEqual([1]))
    expect(await world.depth('signals')).toMatchObject({ ready: 1 })
    expect(await look()).toEqual([0, 0])
    await (await world.worker()).stage(signalsHandler())
    await eventually(async () => expect(await world.effects('signals')).toEqual(['test:a#1']))
    await eventually(async () => {
      await settleMessages(world.sql)
      const open = await world.sql`select o.message_id from outbox as o where o.settled_at is null`
      expect(open).not.toContainEqual({ messageId: 'test:a#1' })
    })
  })

  it('lost: a message among the dead letters that the broker made is not sent again, its neighbour is', async () => {
    world = await openWorld(factory)
    await losing(() => sendByOutbox('c'))
    await losing(() => sendByOutbox('d'))
    const dead = { stage: 'signals', messageId: 'test:c#1' } as const
    const broker: World['broker'] = { ...world.broker, deadLetters: async () => [dead as DeadLetter] }
    const watch = createLostWatch({ sql: world.sql, broker, log: world.log }, { emptyForMs: 0 })
    const depths = (await world.broker.depths()).map((depth) => ({ ...depth, dead: 1 }))
    expect(await watch(depths)).toBe(1)
    await (await world.worker()).stage(signalsHandler())
    await eventually(async () => expect(await world.effects('signals')).toEqual(['test:d#1']))
  })

  it('lost: a dead letter that was dropped is never taken for lost, even if no inbox knows it', async () => {
    world = await openWorld(factory)
    await losing(() => sendByOutbox('b'))
    const letter = {
      id: 'aaaaaaaa-0000-4000-8000-000000000000',
      stage: 'signals',
      messageId: 'test:b#1',
      reason: 'its worker died each time',
      errorKind: 'internal',
      attempts: 21,
      diedAt: new Date(0),
      body: {},
    } as const
    await dropLetters(world, [letter], 'it kills every worker')
    expect(await look()).toEqual([0, 0])
  })

  it('lost: a dead letter that somebody purged is still found, and its message can be sent again', async () => {
    world = await openWorld(factory)
    let isBroken = true
    const handler = signalsHandler()
    const worker = await world.worker()
    await worker.stage({
      ...handler,
      handle: async (tx, message) => {
        if (isBroken) throw new AppError('invalid', 'not repaired yet')
        return await handler.handle(tx, message, undefined)
      },
    })
    await sendByOutbox('e')
    const letters = await eventually(async () => {
      const found = await world.broker.deadLetters({ stage: 'signals' })
      expect(found).toHaveLength(1)
      return found
    })
    expect(await lostLetters(world)).toEqual([])
    await world.broker.dropDead(letters)
    isBroken = false
    const lost = await lostLetters(world, 'signals')
    expect(lost).toMatchObject([{ stage: 'signals', messageId: 'test:e#1', reason: 'not repaired yet', isLost: true }])
    await redriveLost(world, lost)
    await eventually(async () => expect(await world.effects('signals')).toEqual(['test:e#1']))
    expect(await lostLetters(world)).toEqual([])
  })
}
