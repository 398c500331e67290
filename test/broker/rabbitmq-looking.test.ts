import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'
import { eventually } from '../harness/eventually.ts'
import { RABBIT_START_MS, sharedRabbitUrl } from '../harness/rabbitmq.ts'
import { signalsHandler } from './effect-handler.ts'
import { cycleReady, keys } from './messages.ts'
import { rabbitTransport } from './rabbitmq-transport.ts'
import { openWorld, type World } from './world.ts'

/** What AMQP does not tell by itself, and what looking must not disturb. */
describe('RabbitMQ, looked at', () => {
  let world: World
  beforeAll(async () => void (await sharedRabbitUrl()), RABBIT_START_MS)
  afterEach(() => world.end())

  it('in hand: is counted over all workers, and the age of what waits is told, when another process asks', async () => {
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

  it('dead letters: are all seen by each of those who look at the same time, newest first', async () => {
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

  it('looking at a stage nobody works on never gives its messages up', async () => {
    world = await openWorld(rabbitTransport)
    await world.publish(cycleReady('a'))
    // Each as a process of its own, which has to look at the head itself.
    for (let look = 0; look < 25; look += 1) {
      const other = await world.connect({ log: silentLog })
      const depth = (await other.depths()).find(({ stage }) => stage === 'signals')!
      expect(depth).toMatchObject({ ready: 1, dead: 0, oldestReadyAgeMs: expect.any(Number) })
      await other.close()
    }
  })
})
