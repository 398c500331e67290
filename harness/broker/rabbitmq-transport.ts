import { randomBytes } from 'node:crypto'
import amqplib, { type ChannelModel } from 'amqplib'
import { connectRabbitBroker } from '../../shared/broker/rabbitmq-broker.ts'
import { type Names, rabbitNames } from '../../shared/broker/rabbitmq-topology.ts'
import { boundStages } from '../../shared/broker/topology.ts'
import { faultProxy } from '../fault-proxy.ts'
import { ownRabbit, sharedRabbitUrl } from '../rabbitmq.ts'
import type { RabbitNode } from '../rabbitmq-node.ts'
import type { ConnectOptions, OpenTransport, OwnBroker, TransportFactory } from './transport.ts'
import { TWO_STAGES } from './two-stages.ts'

/** Uses a shared broker under its own prefix, which is quicker than a virtual host and as separate. */
export const rabbitTransportOn =
  (url: () => Promise<string>): OpenTransport =>
  async (databaseUrl, bindings = TWO_STAGES) => {
    const amqpUrl = await url()
    const prefix = `t${randomBytes(5).toString('hex')}.`
    const names = rabbitNames(prefix, boundStages(bindings))
    const model = await amqplib.connect(amqpUrl, { noDelay: true })
    model.on('error', () => {})
    const channel = await model.createConfirmChannel()
    channel.on('error', () => {})
    const connectBy = (way: string) => (options: ConnectOptions) =>
      connectRabbitBroker(way, { prefix, bindings, ...options })
    return {
      connect: connectBy(amqpUrl),
      async link() {
        const proxy = await faultProxy(amqpUrl)
        return {
          connect: connectBy(proxy.url),
          goSilent: () => proxy.inject('black_hole'),
          heal: () => proxy.inject('none'),
          close: () => proxy.close(),
        }
      },
      async putRaw(stage, body, { headers, properties } = {}) {
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        const content = body instanceof Buffer ? body : Buffer.from(text)
        channel.sendToQueue(names.queue(stage), content, { persistent: true, ...properties, headers })
        await channel.waitForConfirms()
      },
      /** Nothing to do: the broker notices that a killed process has no connection. */
      async noticeLostWorkers() {},
      workerConfig: { amqpUrl, amqpPrefix: prefix, databaseUrl, bindings },
      async close() {
        await model.close().catch(() => {})
        await removeAll(await amqplib.connect(amqpUrl, { noDelay: true }), names)
      },
    }
  }

const ENOUGH = ['absolute', '512MiB']

/** A node of the test's own, which it may kill and starve; effects stay in the run's database. */
export async function ownRabbitBroker(): Promise<OwnBroker & { node: RabbitNode }> {
  const node = await ownRabbit()
  return {
    node,
    open: rabbitTransportOn(async () => node.url),
    databaseUrl: null,
    kill: () => node.kill(),
    start: () => node.start(),
    /** Raises a memory alarm: the node stops reading from publishers, and still delivers what it holds. */
    refuse: async () => void (await node.ctl('set_vm_memory_high_watermark', '0.00001')),
    accept: async () => void (await node.ctl('set_vm_memory_high_watermark', ...ENOUGH)),
    remove: () => node.stop(),
  }
}

export const rabbitTransport: TransportFactory = {
  name: 'RabbitMQ',
  prepare: async () => void (await sharedRabbitUrl()),
  open: rabbitTransportOn(sharedRabbitUrl),
  ownBroker: ownRabbitBroker,
}

async function removeAll(model: ChannelModel, names: Names): Promise<void> {
  const queues = names.stages.flatMap((stage) => [names.queue(stage), names.dead(stage), ...names.delays(stage)])
  const channels = await Promise.all([1, 2, 3, 4].map(() => model.createChannel()))
  await Promise.all(
    channels.map(async (channel) => {
      for (let next = queues.shift(); next; next = queues.shift()) await channel.deleteQueue(next)
    }),
  )
  await channels[0]!.deleteExchange(names.events)
  await channels[0]!.deleteExchange(names.asks)
  await model.close()
}
