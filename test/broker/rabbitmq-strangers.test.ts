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

type Put = readonly [options: amqplib.Options.Publish, content: string]
async function put(queue: string, ...messages: readonly Put[]): Promise<void> {
  const model = await amqplib.connect(world.workerConfig.amqpUrl!)
  const channel = await model.createConfirmChannel()
  for (const [options, content] of messages) channel.sendToQueue(queue, Buffer.from(content), options)
  await channel.waitForConfirms()
  await model.close()
}
const names = () => rabbitNames(world.workerConfig.amqpPrefix!)

it('a stranger’s message without an end on a retry queue does not hold the retries after it', async () => {
  world = await openWorld(rabbitTransport)
  await put(names().delay('signals', SOON_MS), [{}, 'for ever'])
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
  await put(names().queue('signals'), [{ expiration: '1' }, 'expires'])
  const forged = { reason: 'x\0', 'error-kind': 'y\0', attempts: 1e9, 'died-at': { '!': 'double', value: 1e300 } }
  await put(names().dead('signals'), [{ headers: forged }, 'forged'])
  await eventually(async () => {
    const letters = await world.broker.deadLetters({ stage: 'signals' })
    expect(letters.map(({ body }) => body).sort()).toEqual(['expires', 'forged'])
    expect(letters.every(({ diedAt }) => diedAt.getTime() >= 0)).toBe(true)
  })
})

it('a letter that lies among the dead twice is listed once, by its newest death, and a list holds a hundred', async () => {
  world = await openWorld(rabbitTransport)
  const dead = (content: string, diedAt: number): Put => [
    { headers: { reason: 'refused', 'error-kind': 'invalid', attempts: 1, 'died-at': diedAt } },
    content,
  ]
  const hundred = Array.from({ length: 100 }, (_, at) => dead(`letter ${at}`, 1_000 + at))
  // A crash between the copy that is sent to the dead and the acknowledgement leaves both.
  await put(names().dead('signals'), dead('twice', 5_000), dead('twice', 7_000), dead('twice', 6_000), ...hundred)
  const letters = await world.broker.deadLetters({ stage: 'signals' })
  expect(letters.map(({ body, diedAt }) => [body, diedAt.getTime()])).toEqual([
    ['twice', 7_000],
    ...hundred.slice(1).map((_, at) => [`letter ${99 - at}`, 1_099 - at]),
  ])
})
