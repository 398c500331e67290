import type { ChannelModel } from 'amqplib'
import { within } from '../deadline.ts'
import { AppError, errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Broker, StageDepth } from './port.ts'
import { warnOfAbsentNodes } from './rabbitmq-connect.ts'
import { type Consumer, consume } from './rabbitmq-consumer.ts'
import { createDeadLetters } from './rabbitmq-dead-letters.ts'
import { createDepths } from './rabbitmq-depths.ts'
import { createInHand } from './rabbitmq-in-hand.ts'
import { type Link, openLink, started } from './rabbitmq-link.ts'
import { openPublisher } from './rabbitmq-publish.ts'
import { createSender } from './rabbitmq-send.ts'
import { type AmqpTls, type RabbitServers, rabbitServers } from './rabbitmq-servers.ts'
import { declareTopology, rabbitNames } from './rabbitmq-topology.ts'
import { BINDINGS, type Bindings, boundStages } from './topology.ts'

const QUERY_WITHIN_MS = 5_000
/** AMQP's own number for a queue that does not exist. */
const NOT_FOUND = 404
/** AMQP's own number for something that the user may not do. */
const ACCESS_REFUSED = 403
/**
 * A process started together with its broker waits this long for it; if the broker takes longer, its supervisor
 * restarts the process. Including the start of the process itself, an unusable broker is reported within ten seconds.
 */
const START_WITHIN_MS = 8_000
const READ_DEAD_WITHIN_MS = 30_000

interface RabbitOptions {
  log: Log
  bindings?: Bindings
  tls?: AmqpTls
  /** Prefix of every name on the broker, for installations (and tests) that share one. */
  prefix?: string
  /** The user may lack the right to declare queues, because the workers have declared them. */
  isOperator?: boolean
}

interface ConsumeConnection {
  model: ChannelModel
  drop: (why: string) => void
}

/** The URLs are the nodes of one broker, separated by commas. Two connections: one that publishes, and one that never does and therefore is never blocked. */
export async function connectRabbitBroker(
  urls: string,
  { log, bindings = BINDINGS, prefix = 'market.', tls = {}, isOperator = false }: RabbitOptions,
): Promise<Broker> {
  const servers = rabbitServers(urls, tls)
  const names = rabbitNames(prefix, boundStages(bindings))
  const consumers = new Set<Consumer>()
  const declare = async (model: ChannelModel) => {
    try {
      await declareTopology(model, names, bindings)
    } catch (error) {
      if (!isOperator || codeOf(error) !== ACCESS_REFUSED) throw error
    }
  }
  const publisher = await openPublisher(servers, { name: `market-state publish ${process.pid}`, log, setup: declare })
  const inHand = createInHand(names, consumers, publisher)
  const link = openConsumeLink(servers, log, consumers, async (model) => {
    await declare(model)
    await inHand.attach(model)
  })
  const sender = createSender({ names, bindings, publisher, declare })
  const readDepths = createDepths(names, inHand, publisher)
  const letters = createDeadLetters(servers, names, publisher)

  async function close(): Promise<void> {
    await Promise.all([...consumers].map((consumer) => consumer.drain()))
    consumers.clear()
    await Promise.all([link.close(), publisher.close()])
  }

  try {
    await Promise.all([publisher.started(START_WITHIN_MS), started(link, START_WITHIN_MS)])
  } catch (cause) {
    await close()
    throw new AppError('unavailable', publisher.explain(), { cause })
  }
  void warnOfAbsentNodes(servers, log)
  return {
    kind: 'rabbitmq',
    async publish(envelopes) {
      const results = await Promise.allSettled(envelopes.map(sender.publish))
      throwFirst(results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])))
    },
    async subscribe(stage, onDelivery, { concurrency }) {
      const consumer = consume({
        stage,
        queue: names.queue(stage),
        concurrency,
        log,
        onDelivery,
        moveTo: (move, message) => sender.move(stage, move, message),
      })
      const { model, drop } = await link.ready(QUERY_WITHIN_MS)
      consumers.add(consumer)
      // If the connection drops during this call, the next connection attaches the consumer.
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
      return await depthsOrDeclare(model, readDepths, declare)
    },
    alarm: () => publisher.alarm(),
    async repair() {
      const { model } = await link.ready(QUERY_WITHIN_MS)
      await within(QUERY_WITHIN_MS, 'repair', declare(model))
    },
    deadLetters: (filter = {}) => within(READ_DEAD_WITHIN_MS, 'dead letters', letters.list(filter)),
    dropDead: (chosen) => within(READ_DEAD_WITHIN_MS, 'drop', letters.drop(chosen)),
    redrive: (chosen) => within(READ_DEAD_WITHIN_MS, 'redrive', letters.redrive(chosen)),
    close,
  }
}

function openConsumeLink(
  servers: RabbitServers,
  log: Log,
  consumers: ReadonlySet<Consumer>,
  setup: (model: ChannelModel) => Promise<void>,
): Link<ConsumeConnection> {
  return openLink<ConsumeConnection>({
    servers,
    name: `market-state consume ${process.pid}`,
    log,
    async setup(model, drop) {
      await setup(model)
      for (const consumer of consumers) await consumer.attach(model, drop)
      return { model, drop }
    },
    onLost() {
      for (const consumer of consumers) consumer.detached()
    },
  })
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * An absent broker is reported first: the caller publishes again, and only then learns which message no queue takes.
 */
function throwFirst(errors: readonly unknown[]): void {
  const absent = errors.find((error) => !(error instanceof AppError) || error.kind === 'unavailable')
  if (errors.length > 0) throw absent ?? errors[0]
}

/** Counts the queues; if one is missing, declares all of them again and counts once more. */
async function depthsOrDeclare(
  model: ChannelModel,
  readDepths: (model: ChannelModel) => Promise<StageDepth[]>,
  declare: (model: ChannelModel) => Promise<void>,
): Promise<StageDepth[]> {
  async function declareAndRead(error: unknown): Promise<StageDepth[]> {
    if (codeOf(error) !== NOT_FOUND) throw error
    await declare(model)
    return await readDepths(model)
  }
  try {
    return await within(QUERY_WITHIN_MS, 'depths', readDepths(model).catch(declareAndRead))
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('unavailable', `depths: ${errorMessage(cause)}`, { cause })
  }
}
