import type { Channel, ChannelModel } from 'amqplib'
import { type Bindings, STAGES, type StageName } from './topology.ts'

/**
 * The stage runner gives a message up long before; this ends what kills its worker before the runner can
 * count. Explicit, because brokers differ: none up to 3.13, 20 from 4.0 on.
 */
export const DELIVERY_LIMIT = 20
/** Looking at dead letters delivers them; no number of looks may lose one. */
const LOOKS_MAX = 1_000_000_000
/**
 * A retry waits in the first of these that is long enough, with its own time to live. Only the head of a
 * queue expires, so it may wait for one in front of it, at most until the bound: a factor of four, never
 * behind a minute's wait. Few, as each is a queue per stage.
 */
const DELAY_BOUNDS_MS = [1_000, 4_000, 16_000, 64_000] as const
/** Each declaration is a log write on the broker; several channels let it do them together. */
const DECLARE_CHANNELS = 4

export interface Names {
  events: string
  asks: string
  queue(stage: StageName): string
  dead(stage: StageName): string
  /** Held by whoever looks at a stage's dead letters. */
  deadLock(stage: StageName): string
  delays(stage: StageName): string[]
  delay(stage: StageName, delayMs: number): string
}

export function rabbitNames(prefix: string): Names {
  const delayQueue = (stage: StageName, bound: number) => `${prefix}${stage}.delay.${bound / 1_000}s`
  return {
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

/** Nothing here relies on a default of one broker version. */
const quorum = (deliveryLimit: number) => ({
  'x-queue-type': 'quorum',
  'x-delivery-limit': deliveryLimit,
  'x-overflow': 'reject-publish',
})

/** The default exchange leads to the queue of that name; the source keeps the message until it is there. */
const onDeath = (queue: string) => ({
  'x-dead-letter-exchange': '',
  'x-dead-letter-routing-key': queue,
  'x-dead-letter-strategy': 'at-least-once',
})

/** Idempotent. The targets come first, so that nothing can be dead-lettered to where there is no queue. */
export async function declareTopology(model: ChannelModel, names: Names, bindings: Bindings): Promise<void> {
  const queues = STAGES.flatMap((stage) => [
    { name: names.dead(stage), arguments: quorum(LOOKS_MAX) },
    { name: names.queue(stage), arguments: { ...quorum(DELIVERY_LIMIT), ...onDeath(names.dead(stage)) } },
    ...names.delays(stage).map((name) => ({
      name,
      arguments: { ...quorum(DELIVERY_LIMIT), ...onDeath(names.queue(stage)) },
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
  for (const stage of STAGES)
    for (const key of bindings[stage]) await first!.bindQueue(names.queue(stage), names.events, key)
  await Promise.all(channels.map((channel) => channel.close()))
}

/** A channel's 'error' without a listener ends the process; the call that caused it rejects anyway. */
export async function quietChannel(model: ChannelModel): Promise<Channel> {
  const channel = await model.createChannel()
  channel.on('error', () => {})
  return channel
}
