import amqplib from 'amqplib'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { signalsHandler } from '../../harness/broker/effect-handler.ts'
import { cycleReady } from '../../harness/broker/messages.ts'
import { rabbitTransport } from '../../harness/broker/rabbitmq-transport.ts'
import { eventually } from '../../harness/eventually.ts'
import { RABBIT_START_MS } from '../../harness/rabbitmq.ts'
import { rabbitNames } from '../../shared/broker/rabbitmq-topology.ts'
import { AppError } from '../../shared/errors.ts'
import { openWorld, type World } from './world.ts'

const SOON_MS = 100

let world: World
beforeAll(() => rabbitTransport.prepare(), RABBIT_START_MS)
afterEach(() => world.end())

async function put(queue: string, options: amqplib.Options.Publish, content = 'for ever'): Promise<void> {
  const model = await amqplib.connect(world.workerConfig.amqpUrl!)
  const channel = await model.createConfirmChannel()
  channel.sendToQueue(queue, Buffer.from(content), options)
  await channel.waitForConfirms()
  await model.close()
}
const names = () => rabbitNames(world.workerConfig.amqpPrefix!)

it('a stranger’s message without an end on a retry queue does not hold the retries after it', async () => {
  world = await openWorld(rabbitTransport)
  await put(names().delay('signals', SOON_MS), {})
  let calls = 0
  const handler = signalsHandler()
  const handle: typeof handler.handle = async (tx, message, prepared) => {
    calls += 1
    if (calls === 1) throw new AppError('unavailable', 'away')
    return await handler.handle(tx, message, prepared)
  }
  const backoff = { firstMs: SOON_MS, maxMs: SOON_MS }
  await (await world.worker()).stage({ ...handler, handle }, { backoff })
  await world.publish(cycleReady('a'))
  await eventually(async () => (await world.effects('signals')).length === 1, { within: 10_000 })
  await eventually(async () => (await world.depth('signals')).dead === 1)
})

it('a stranger’s message that expires is a dead letter, and one put among the dead is listed', async () => {
  world = await openWorld(rabbitTransport)
  await put(names().queue('signals'), { expiration: '1' }, 'expires')
  const forged = { reason: 'x\0', 'error-kind': 'y\0', attempts: 1e9, 'died-at': { '!': 'double', value: 1e300 } }
  await put(names().dead('signals'), { headers: forged }, 'forged')
  await eventually(async () => {
    const letters = await world.broker.deadLetters({ stage: 'signals' })
    expect(letters.map(({ body }) => body).sort()).toEqual(['expires', 'forged'])
    expect(letters.every(({ diedAt }) => diedAt.getTime() >= 0)).toBe(true)
  })
})
