import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signalsHandler } from '../../harness/broker/effect-handler.ts'
import { cycleReady, keys } from '../../harness/broker/messages.ts'
import { rabbitTransport } from '../../harness/broker/rabbitmq-transport.ts'
import { eventually } from '../../harness/eventually.ts'
import { RABBIT_START_MS, sharedRabbitUrl } from '../../harness/rabbitmq.ts'
import { AppError } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'
import { openWorld, type World } from './world.ts'

/** Figures that AMQP does not report by itself, and reads that must not disturb the queues. */
describe('inspection of RabbitMQ', () => {
  let world: World
  beforeAll(async () => void (await sharedRabbitUrl()), RABBIT_START_MS)
  afterEach(() => world.end())

  it('in hand: another process sees the total over all workers, and the age of the oldest waiting message', async () => {
    world = await openWorld(rabbitTransport)
    let release: () => void = () => {}
    const held = new Promise<void>((done) => (release = done))
    const prepare = () => held
    for (const _ of [1, 2]) await (await world.worker()).stage({ ...signalsHandler(), prepare }, { concurrency: 2 })
    try {
      await world.publish(...keys(7).map(cycleReady))
      await eventually(async () => expect(await world.depth('signals')).toMatchObject({ ready: 3, active: 4 }))
      expect((await world.depth('signals')).oldestReadyAgeMs).toEqual(expect.any(Number))
    } finally {
      release()
    }
    await eventually(async () => expect(await world.depth('signals')).toMatchObject({ ready: 0, active: 0 }))
  })

  it('dead letters: every one of several concurrent readers sees all of them, newest first', async () => {
    world = await openWorld(rabbitTransport)
    const handler = signalsHandler()
    const handle: typeof handler.handle = () => Promise.reject(new AppError('invalid', 'cannot be'))
    await (await world.worker()).stage({ ...handler, handle })
    await world.publish(...keys(20).map(cycleReady))
    await eventually(async () => (await world.depth('signals')).dead === 20)
    const looks = await Promise.all([1, 2, 3, 4].map(() => world.broker.deadLetters({ stage: 'signals' })))
    expect(looks.map((letters) => letters.length)).toEqual([20, 20, 20, 20])
    const times = looks[0]!.map((letter) => letter.diedAt.getTime())
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(await world.broker.deadLetters({ limit: 5 })).toHaveLength(5)
  })

  it('many looks at a stage without workers never make the broker give its messages up', async () => {
    world = await openWorld(rabbitTransport)
    await world.publish(cycleReady('a'))
    // Each connection represents a process, which has to look at the head itself.
    for (let look = 0; look < 25; look += 1) {
      const other = await world.connect({ log: silentLog })
      const depth = (await other.depths()).find(({ stage }) => stage === 'signals')!
      expect(depth).toMatchObject({ ready: 1, dead: 0, oldestReadyAgeMs: expect.any(Number) })
      await other.close()
    }
  })
})
