import amqplib from 'amqplib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { reportHandler, signalsHandler } from '../../harness/broker/effect-handler.ts'
import { cycleReady, keys, signalsComputed } from '../../harness/broker/messages.ts'
import { ownRabbitBroker, rabbitTransport, rabbitTransportOn } from '../../harness/broker/rabbitmq-transport.ts'
import { eventually } from '../../harness/eventually.ts'
import { faultProxy } from '../../harness/fault-proxy.ts'
import { RABBIT_START_MS } from '../../harness/rabbitmq.ts'
import type { RabbitNode } from '../../harness/rabbitmq-node.ts'
import { rabbitNames } from '../../shared/broker/rabbitmq-topology.ts'
import { silentLog } from '../../shared/log.ts'
import { brokerAlarmOf, readStageDepths, saveStageDepths } from '../../shared/postgres/messaging/stage-depths.ts'
import { settled } from './conformance-delivery.ts'
import { checkTotalQueue } from './total-queue.ts'
import { openWorld, type World } from './world.ts'

/** The publish deadline and a margin. */
const GIVEN_UP_WITHIN_MS = 7_000
/** Twice this is still longer than the publish deadline, so that the test sees the deadline end the wait. */
const HEARTBEAT_SECONDS = 3
const NOTICED_WITHIN_MS = 15_000
/** A node boots in a few seconds, and several times slower while other tests run. */
const BACK_WITHIN_MS = 60_000

/** These tests break their broker, so they have one of their own. */
describe('RabbitMQ, broken', () => {
  let own: Awaited<ReturnType<typeof ownRabbitBroker>>
  let node: RabbitNode
  let world: World
  beforeAll(async () => {
    own = await ownRabbitBroker()
    node = own.node
  }, RABBIT_START_MS)
  afterAll(() => own.remove(), 30_000)
  afterEach(() => world.end())
  const open = async (url = node.url) => {
    world = await openWorld({ ...rabbitTransport, open: rabbitTransportOn(async () => url) })
    return world
  }
  const prefix = () => world.workerConfig.amqpPrefix!
  const events = () => world.logged.map((line) => line.event)
  const timed = async (work: Promise<unknown>) => {
    const started = performance.now()
    const kind = await work.then(
      () => 'done',
      (error: { kind?: string }) => error.kind,
    )
    return { kind, ms: performance.now() - started }
  }

  it('memory alarm: publishing fails at once, consuming and closing still work, and publishing recovers', async () => {
    await open()
    await world.publish(...keys(20).map(cycleReady))
    // The worker's output waits for the end of the alarm; its acknowledgements do not.
    await own.refuse()
    try {
      await eventually(async () => (await timed(world.publish(cycleReady('probe')))).kind === 'unavailable')
      await eventually(() => events().includes('broker_blocked'))
      const refused = await timed(world.publish(cycleReady('late')))
      expect(refused).toMatchObject({ kind: 'unavailable' })
      expect(refused.ms).toBeLessThan(1_000)
      const worker = await world.worker()
      await worker.stage(signalsHandler())
      await eventually(async () => (await world.effects('signals')).length >= 20)
      expect((await timed(worker.broker.close())).ms).toBeLessThan(5_000)
      expect(await world.depth('signals')).toMatchObject({ ready: 0 })
    } finally {
      await own.accept()
    }
    await eventually(async () => (await timed(world.publish(cycleReady('after')))).kind === 'done')
  })

  it('alarm: a scheduler that publishes nothing names it with its looks, in the words of the broker, until it ends', async () => {
    await open()
    await (await world.worker()).stage(signalsHandler())
    const scheduler = await world.connect({ log: silentLog })
    const named = async () => {
      await saveStageDepths(world.sql, scheduler.kind, await scheduler.depths(), scheduler.alarm())
      return brokerAlarmOf(await readStageDepths(world.sql))
    }
    expect(await named()).toBeNull()
    await own.refuse()
    try {
      await eventually(async () => expect(await named()).toBe('low on memory'))
    } finally {
      await own.accept()
    }
    await eventually(async () => expect(await named()).toBeNull())
    await scheduler.close()
  })

  it('killed node: has every confirmed message after its restart, and workers continue by themselves', async () => {
    await open()
    const attempted: string[] = []
    const acknowledged: string[] = []
    let stop = false
    const burst = (async () => {
      for (let round = 0; !stop; round += 1) {
        const messages = keys(20).map((key) => cycleReady(`r${round}-${key}`))
        attempted.push(...messages.map((message) => message.id))
        const sent = await timed(world.publish(...messages))
        if (sent.kind === 'done') acknowledged.push(...messages.map((message) => message.id))
        else stop = true
      }
    })()
    await eventually(() => acknowledged.length > 200)
    await node.kill()
    await burst
    // A worker that starts while the broker is unreachable waits for it, and its supervisor restarts it if that takes
    // long.
    const worker = eventually(() => world.worker(), { within: BACK_WITHIN_MS })
    await node.start()
    await (await worker).stage(signalsHandler())
    await (await worker).stage(reportHandler())
    await settled(world, { signals: acknowledged }, 30_000)
    checkTotalQueue('killed node', { attempted, acknowledged, effects: await world.effects('signals') })
  }, 180_000)

  it('closed connections: reopen with their consumers when the broker closes them during a burst', async () => {
    await open()
    const worker = await world.worker()
    await worker.stage(signalsHandler())
    await worker.stage(reportHandler())
    const messages = keys(200).map(cycleReady)
    const closing = node.ctl('close_all_connections', 'test')
    const pending = [...messages]
    while (pending.length > 0) {
      const next = pending.splice(0, 10)
      if ((await timed(world.publish(...next))).kind !== 'done') pending.push(...next)
    }
    await closing
    await world.publish(cycleReady('after'))
    const ids = [...messages.map((message) => message.id), 'test:after#1']
    await settled(world, { signals: ids })
    checkTotalQueue('closed', { attempted: ids, acknowledged: ids, effects: await world.effects('signals') })
  })

  it('deleted queue: is declared again by its consumer, or by a publisher whose message no queue takes', async () => {
    await open()
    await (await world.worker()).stage(signalsHandler())
    const names = rabbitNames(prefix())
    const model = await amqplib.connect(node.url)
    const channel = await model.createChannel()
    await channel.deleteQueue(names.queue('signals'))
    await eventually(() => events().includes('broker_link_lost'))
    await eventually(async () => (await timed(world.publish(cycleReady('a')))).kind === 'done')
    await eventually(async () => (await world.effects('signals')).includes('test:a#1'))
    // It has no subscriber, so only a publisher can notice, when no queue takes its message.
    await channel.deleteQueue(names.queue('report'))
    await world.publish(signalsComputed('b'))
    expect(await world.depth('report')).toMatchObject({ ready: 1 })
    // This one is noticed only when the depths are read.
    await channel.deleteQueue(names.delays('signals')[0]!)
    expect(await world.depth('signals')).toMatchObject({ delayed: 0 })
    await model.close()
  })

  it('half-open link: publishing gives up at its deadline, and consuming resumes after the link heals', async () => {
    const proxy = await faultProxy(node.url)
    try {
      await open(`${proxy.url}?heartbeat=${HEARTBEAT_SECONDS}`)
      await (await world.worker()).stage(signalsHandler())
      await world.publish(cycleReady('before'))
      await eventually(async () => (await world.effects('signals')).length === 1)
      proxy.inject('black_hole')
      const refused = await timed(world.publish(cycleReady('lost')))
      expect(refused).toMatchObject({ kind: 'unavailable' })
      expect(refused.ms).toBeLessThan(GIVEN_UP_WITHIN_MS)
      await eventually(() => events().filter((event) => event === 'broker_link_lost').length >= 3, {
        within: NOTICED_WITHIN_MS,
      })
      proxy.inject('none')
      await eventually(async () => (await timed(world.publish(cycleReady('after')))).kind === 'done', {
        within: 20_000,
      })
      await eventually(async () => (await world.effects('signals')).includes('test:after#1'), { within: 20_000 })
    } finally {
      proxy.inject('none')
      await world.end()
      await proxy.close()
      await open()
    }
  }, 180_000)

  it('delivery limit: a message that is never acknowledged is listed with the broker’s reason, and can be redriven', async () => {
    await open()
    await world.publish(cycleReady('a'))
    const model = await amqplib.connect(node.url, { noDelay: true })
    const channel = await model.createChannel()
    for (;;) {
      const message = await channel.get(rabbitNames(prefix()).queue('signals'))
      if (message) channel.nack(message, false, true)
      else if ((await world.depth('signals')).dead > 0) break
    }
    await model.close()
    const [letter] = await world.broker.deadLetters()
    expect(letter).toMatchObject({ stage: 'signals', messageId: 'test:a#1', errorKind: 'internal', attempts: 21 })
    expect(letter!.reason).toMatch(/^delivery_limit/)
    expect(Math.abs(Date.now() - letter!.diedAt.getTime())).toBeLessThan(60_000)
    for (let look = 0; look < 30; look += 1) expect(await world.broker.deadLetters()).toHaveLength(1)
    await world.broker.redrive([letter!])
    expect(await world.depth('signals')).toMatchObject({ ready: 1, dead: 0 })
  })
})
