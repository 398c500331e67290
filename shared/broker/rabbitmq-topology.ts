import type { Channel, ChannelModel } from 'amqplib'
import { type Bindings, STAGES, type StageName } from './topology.ts'

/**
 * The stage runner gives a message up long before; this ends a message that kills its worker before the runner can
 * count. It is explicit because the default differs: none up to RabbitMQ 3.13, 20 from 4.0 on.
 */
export const DELIVERY_LIMIT = 20
/** Each look at dead letters delivers them; no number of looks may lose one. */
const LOOKS_MAX = 1_000_000_000
/**
 * A retry waits in the first delay queue whose bound is long enough, with its own time to live. Only the head of a
 * queue expires, so a retry may wait for one ahead of it until the bound: at most four times too long, and a short
 * retry never waits for a long one. There are few bounds, because each is a queue per stage. The queue's own limit ends
 * a message that somebody put there without one; otherwise every retry after it would wait forever.
 */
const DELAY_BOUNDS_MS = [1_000, 4_000, 16_000, 64_000] as const
/** Each declaration is a log write on the broker; several channels let it batch them. */
const DECLARE_CHANNELS = 4

export interface Names {
  /** The stages that have queues. */
  stages: readonly StageName[]
  events: string
  asks: string
  queue(stage: StageName): string
  dead(stage: StageName): string
  /** The lock of a reader of the stage's dead letters. */
  deadLock(stage: StageName): string
  delays(stage: StageName): string[]
  delay(stage: StageName, delayMs: number): string
}

export function rabbitNames(prefix: string, stages: readonly StageName[] = STAGES): Names {
  const delayQueue = (stage: StageName, bound: number) => `${prefix}${stage}.retry.${bound / 1_000}s`
  return {
    stages,
    events: `${prefix}events`,
    asks: `${prefix}asks`,
    queue: (stage) => `${prefix}${stage}`,
    dead: (stage) => `${prefix}${stage}.dead`,
    deadLock: (stage) => `${prefix}${stage}.dead.reader`,
    delays: (stage) => DELAY_BOUNDS_MS.map((bound) => delayQueue(stage, bound)),
    delay: (stage, delayMs) =>
      delayQueue(stage, DELAY_BOUNDS_MS.find((bound) => delayMs <= bound) ?? DELAY_BOUNDS_MS.at(-1)!),
  }
}

/** All arguments are explicit, so that no default of one broker version matters. */
const quorum = (deliveryLimit: number) => ({
  'x-queue-type': 'quorum',
  'x-delivery-limit': deliveryLimit,
  'x-overflow': 'reject-publish',
})

/** The default exchange routes to the queue of that name; the source keeps the message until it has arrived. */
const onDeath = (queue: string) => ({
  'x-dead-letter-exchange': '',
  'x-dead-letter-routing-key': queue,
  'x-dead-letter-strategy': 'at-least-once',
})

/** Idempotent. Dead-letter queues come first, so that no message is dead-lettered to a queue that does not exist. */
export async function declareTopology(model: ChannelModel, names: Names, bindings: Bindings): Promise<void> {
  const queues = names.stages.flatMap((stage) => [
    { name: names.dead(stage), arguments: quorum(LOOKS_MAX) },
    { name: names.queue(stage), arguments: { ...quorum(DELIVERY_LIMIT), ...onDeath(names.dead(stage)) } },
    ...DELAY_BOUNDS_MS.map((bound) => ({
      name: names.delay(stage, bound),
      arguments: { ...quorum(DELIVERY_LIMIT), ...onDeath(names.queue(stage)), 'x-message-ttl': bound },
    })),
  ])
  const channels = await Promise.all(Array.from({ length: DECLARE_CHANNELS }, () => quietChannel(model)))
  const [first] = channels
  await first!.assertExchange(names.events, 'topic', { durable: true })
  await first!.assertExchange(names.asks, 'fanout', { durable: true })
  const declare = async (channel: Channel) => {
    for (let next = queues.shift(); next; next = queues.shift())
      await channel.assertQueue(next.name, { durable: true, arguments: next.arguments })
  }
  await Promise.all(channels.map(declare))
  for (const stage of names.stages)
    for (const key of bindings[stage] ?? []) await first!.bindQueue(names.queue(stage), names.events, key)
  await Promise.all(channels.map((channel) => channel.close()))
}

/** An 'error' event without a listener would end the process; the call that caused it rejects anyway. */
export async function quietChannel(model: ChannelModel): Promise<Channel> {
  const channel = await model.createChannel()
  channel.on('error', () => {})
  return channel
}
