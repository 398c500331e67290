import { afterEach, expect, it } from 'vitest'
import { signalsHandler } from '../../harness/broker/effect-handler.ts'
import { cycleReady, dayDue, keys } from '../../harness/broker/messages.ts'
import { TWO_STAGES } from '../../harness/broker/two-stages.ts'
import { eventually } from '../../harness/eventually.ts'
import { redrive } from '../../shared/broker/redrive.ts'
import { AppError } from '../../shared/errors.ts'
import { openWorld, type TransportFactory, type World } from './world.ts'

/** A transport polls this often, in case a wake-up was lost. */
export const LOOK_EVERY_MS = 1_000

export function describeOperation(factory: TransportFactory): void {
  let world: World
  afterEach(() => world.end())

  it('unroutable: a message without a bound stage is refused as internal', async () => {
    world = await openWorld(factory, { bindings: { ...TWO_STAGES, signals: ['cycle.ready'] } })
    await expect(world.publish(dayDue())).rejects.toMatchObject({ kind: 'internal' })
    await world.publish(cycleReady('a'))
    expect(await world.depth('signals')).toMatchObject({ ready: 1 })
  })

  it('drain: a stopping worker finishes the messages in hand and takes no new ones', async () => {
    world = await openWorld(factory)
    const worker = await world.worker()
    let release: () => void = () => {}
    const held = new Promise<void>((done) => (release = done))
    let calls = 0
    const prepare = async () => {
      calls += 1
      await held
    }
    const subscription = await worker.stage({ ...signalsHandler(), prepare }, { concurrency: 2 })
    await world.publish(...keys(5).map(cycleReady))
    await eventually(() => calls === 2)
    let drained = false
    const draining = subscription.drain().then(() => (drained = true))
    await world.publish(cycleReady('late'))
    await eventually(async () => (await world.depth('signals')).ready === 4)
    expect({ drained, calls }).toEqual({ drained: false, calls: 2 })
    release()
    await draining
    expect(await world.effects('signals')).toHaveLength(2)
    expect(await world.depth('signals')).toMatchObject({ ready: 4, active: 0, delayed: 0 })
    expect(calls).toBe(2)
  })

  it('redrive: a letter that dies again while others are being sent stays among the dead', async () => {
    world = await openWorld(factory)
    const worker = await world.worker()
    let deaths = 0
    const handle = async () => {
      deaths += 1
      throw new AppError('invalid', 'not repaired yet')
    }
    await worker.stage({ stage: 'signals', handles: ['cycle.ready'], handle })
    const sent = keys(20).map(cycleReady)
    await world.publish(...sent)
    await eventually(async () => expect(await world.depth('signals')).toMatchObject({ dead: 20, ready: 0, active: 0 }))
    for (const round of [2, 3]) {
      await redrive(world, await world.broker.deadLetters({ stage: 'signals' }))
      await eventually(() => expect(deaths).toBe(20 * round))
      await eventually(async () =>
        expect(await world.depth('signals')).toMatchObject({ dead: 20, ready: 0, active: 0 }),
      )
    }
    const newestFirst = await world.broker.deadLetters({ stage: 'signals' })
    const oldest = await world.broker.deadLetters({ stage: 'signals', limit: 3, oldestFirst: true })
    const times = newestFirst.map(({ diedAt }) => diedAt.getTime())
    expect(oldest.map(({ diedAt }) => diedAt.getTime())).toEqual(times.toReversed().slice(0, 3))
    const left = newestFirst.map(({ messageId }) => messageId)
    expect(left.sort()).toEqual(sent.map(({ id }) => id).sort())
  })

  it('depth: counts the waiting messages of a stage without workers, with the age of the oldest', async () => {
    world = await openWorld(factory)
    expect(await world.depth('signals')).toEqual({
      stage: 'signals',
      ready: 0,
      active: 0,
      delayed: 0,
      dead: 0,
      oldestReadyAgeMs: null,
    })
    await world.publish(...keys(3).map(cycleReady))
    const before = await world.depth('signals')
    expect(before).toMatchObject({ ready: 3, active: 0 })
    await eventually(async () => (await world.depth('signals')).oldestReadyAgeMs! > before.oldestReadyAgeMs! + 50)
    expect((await world.broker.depths()).filter((depth) => depth.ready > 0).map((depth) => depth.stage)).toEqual([
      'signals',
    ])
  })

  it('idle stage: a message wakes it before its next poll, and it drains a burst', async () => {
    world = await openWorld(factory)
    const started = new Map<string, number>()
    const handle = async (_: unknown, { id }: { id: string }) => {
      started.set(id, performance.now())
      return []
    }
    await (await world.worker()).stage({ stage: 'signals', handles: ['cycle.ready'], handle })
    const waits: number[] = []
    for (const key of keys(21)) {
      const message = cycleReady(`idle-${key}`)
      const at = performance.now()
      await world.publish(message)
      await eventually(() => started.has(message.id))
      waits.push(started.get(message.id)! - at)
    }
    await world.publish(...keys(300).map((key) => cycleReady(`burst-${key}`)))
    await eventually(() => started.size === 21 + 300, { within: 20_000 })
    // This is no measure of speed: a stage that only polls would take half the interval in the median.
    expect(waits.sort((a, b) => a - b)[10]!).toBeLessThan(LOOK_EVERY_MS / 4)
  })
}
