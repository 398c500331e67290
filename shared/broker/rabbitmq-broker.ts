import type { ChannelModel, ConsumeMessage } from 'amqplib'
import { within } from '../deadline.ts'
import type { Envelope } from '../domain/contract/messages.ts'
import { AppError, errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Broker, Settlement, StageDepth } from './port.ts'
import { type Consumer, consume } from './rabbitmq-consumer.ts'
import { bodyOf, messageIdOf, nowMs, READY_AT } from './rabbitmq-content.ts'
import { createDeadLetters, deadOptions } from './rabbitmq-dead-letters.ts'
import { createDepths } from './rabbitmq-depths.ts'
import { createInHand } from './rabbitmq-in-hand.ts'
import { type Link, openLink } from './rabbitmq-link.ts'
import { openPublisher, type Parcel } from './rabbitmq-publish.ts'
import { declareTopology, rabbitNames } from './rabbitmq-topology.ts'
import { BINDINGS, type Bindings, routingKey, type StageName, stagesFor } from './topology.ts'

const QUERY_WITHIN_MS = 5_000
/** AMQP's own number for a queue that is not there. */
const NOT_FOUND = 404
/** Longer than a broker takes to restart: processes that start together need not be put in order. */
const START_WITHIN_MS = 15_000
const READ_DEAD_WITHIN_MS = 30_000

interface RabbitOptions {
  log: Log
  bindings?: Bindings
  /** In front of every name on the broker, for installations (and tests) that share one. */
  prefix?: string
}

interface In {
  model: ChannelModel
  drop: (why: string) => void
}

/** Two connections: one that publishes, and one that never does and therefore is never blocked. */
export async function connectRabbitBroker(
  url: string,
  { log, bindings = BINDINGS, prefix = 'market.' }: RabbitOptions,
): Promise<Broker> {
  const names = rabbitNames(prefix)
  const consumers = new Set<Consumer>()
  const declare = (model: ChannelModel) => declareTopology(model, names, bindings)
  const publisher = await openPublisher(url, { name: `market-state publish ${process.pid}`, log, setup: declare })
  const inHand = createInHand(names, consumers, publisher)
  const link: Link<In> = openLink<In>({
    url,
    name: `market-state consume ${process.pid}`,
    log,
    async setup(model, drop) {
      await declare(model)
      await inHand.attach(model)
      for (const consumer of consumers) await consumer.attach(model, drop)
      return { model, drop }
    },
    onLost() {
      for (const consumer of consumers) consumer.detached()
    },
  })
  const readDepths = createDepths(names, inHand, publisher)
  const letters = createDeadLetters(url, names, publisher)

  /** Where there has to be a queue and is none, somebody has deleted it: made anew, once. */
  async function sendSurely(parcel: Parcel): Promise<boolean> {
    if (await publisher.send(parcel)) return true
    await declare(await publisher.model(QUERY_WITHIN_MS))
    return await publisher.send(parcel)
  }

  async function publishOne(envelope: Envelope): Promise<void> {
    const key = routingKey(envelope)
    const options = { messageId: envelope.id, contentType: 'application/json', headers: { [READY_AT]: nowMs() } }
    const parcel = { exchange: names.events, key, content: Buffer.from(JSON.stringify(envelope)), options }
    const known = stagesFor(key, bindings).length > 0
    if (await (known ? sendSurely(parcel) : publisher.send(parcel))) return
    throw new AppError('internal', `no stage takes ${key} (message ${envelope.id})`)
  }

  async function declaredAnew(model: ChannelModel, error: unknown): Promise<StageDepth[]> {
    if (!(error instanceof Error && 'code' in error && error.code === NOT_FOUND)) throw error
    await declare(model)
    return await readDepths(model)
  }

  async function moveTo(
    stage: StageName,
    settlement: Exclude<Settlement, { kind: 'ack' }>,
    message: ConsumeMessage,
  ): Promise<void> {
    const { content } = message
    const dead = settlement.kind === 'dead'
    const key = dead ? names.dead(stage) : names.delay(stage, settlement.delayMs)
    const options = dead
      ? deadOptions(settlement, message)
      : {
          ...(messageIdOf(bodyOf(message)) === null ? {} : { messageId: messageIdOf(bodyOf(message))! }),
          expiration: String(Math.max(1, Math.round(settlement.delayMs))),
          headers: { [READY_AT]: nowMs() + settlement.delayMs },
        }
    if (!(await sendSurely({ exchange: '', key, content, options })))
      throw new AppError('internal', `there is no queue ${key}`)
  }

  const broker: Broker = {
    kind: 'rabbitmq',
    async publish(envelopes) {
      const results = await Promise.allSettled(envelopes.map(publishOne))
      const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
      // Whoever publishes tries again after an absence, and only then learns what no queue takes.
      const absent = errors.find((error) => !(error instanceof AppError) || error.kind === 'unavailable')
      if (errors.length > 0) throw absent ?? errors[0]
    },
    async subscribe(stage, onDelivery, { concurrency }) {
      const queue = names.queue(stage)
      const move = (settlement: Exclude<Settlement, { kind: 'ack' }>, message: ConsumeMessage) =>
        moveTo(stage, settlement, message)
      const consumer = consume({ stage, queue, concurrency, log, onDelivery, moveTo: move })
      const { model, drop } = await link.ready(QUERY_WITHIN_MS)
      consumers.add(consumer)
      // Should the connection go just now, the next one attaches it.
      await consumer.attach(model, drop).catch((error: unknown) => drop(errorMessage(error)))
      return {
        async drain() {
          await consumer.drain()
          consumers.delete(consumer)
        },
      }
    },
    async depths() {
      const { model } = await link.ready(QUERY_WITHIN_MS)
      try {
        return await within(
          QUERY_WITHIN_MS,
          'depths',
          readDepths(model).catch((error) => declaredAnew(model, error)),
        )
      } catch (cause) {
        throw cause instanceof AppError
          ? cause
          : new AppError('unavailable', `depths: ${errorMessage(cause)}`, { cause })
      }
    },
    deadLetters: (filter = {}) => within(READ_DEAD_WITHIN_MS, 'dead letters', letters.list(filter)),
    redrive: (chosen) => within(READ_DEAD_WITHIN_MS, 'redrive', letters.redrive(chosen)),
    async close() {
      await Promise.all([...consumers].map((consumer) => consumer.drain()))
      consumers.clear()
      await Promise.all([link.close(), publisher.close()])
    },
  }
  try {
    await Promise.all([publisher.model(START_WITHIN_MS), link.ready(START_WITHIN_MS)])
    return broker
  } catch (error) {
    await broker.close()
    throw error
  }
}
