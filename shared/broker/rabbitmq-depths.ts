import type { Channel, ChannelModel, Replies } from 'amqplib'
import type { StageDepth } from './port.ts'
import { deliveryCount, nowMs, readyAtOf } from './rabbitmq-content.ts'
import type { InHand } from './rabbitmq-in-hand.ts'
import type { Publisher } from './rabbitmq-publish.ts'
import { DELIVERY_LIMIT, type Names, quietChannel } from './rabbitmq-topology.ts'
import type { StageName } from './topology.ts'

interface QueueCounts {
  stage: StageName
  ready: number
  consumers: number
  dead: number
}

/**
 * A message goes from delayed to ready to active and perhaps back to delayed. Counting in that order, and delayed
 * once more at the end, misses no message on its way, though it may count one twice.
 */
export function createDepths(
  names: Names,
  inHand: InHand,
  publisher: Publisher,
): (model: ChannelModel) => Promise<StageDepth[]> {
  const headAge = createHeadAge(names, publisher)
  return async (model) => {
    const channel = await quietChannel(model)
    const check = async (queue: string): Promise<Replies.AssertQueue> => await channel.checkQueue(queue)
    const countDelayed = async (stage: StageName) => {
      const replies = await Promise.all(names.delays(stage).map(check))
      return replies.reduce((sum, reply) => sum + reply.messageCount, 0)
    }
    const before = await Promise.all(names.stages.map(countDelayed))
    const counted: QueueCounts[] = await Promise.all(
      names.stages.map(async (stage) => {
        const [work, dead] = await Promise.all([check(names.queue(stage)), check(names.dead(stage))])
        return { stage, ready: work.messageCount, consumers: work.consumerCount, dead: dead.messageCount }
      }),
    )
    const held = await inHand.ask(new Map(counted.map(({ stage, consumers }) => [stage, consumers])))
    const after = await Promise.all(names.stages.map(countDelayed))
    const depths: StageDepth[] = []
    for (const [index, { stage, ready, consumers, dead }] of counted.entries()) {
      const holding = held.get(stage)
      const delayed = Math.max(before[index]!, after[index]!)
      const readyAt = await headAge(channel, stage, { ready, consumers, lastReadyAt: holding?.lastReadyAt ?? null })
      const oldestReadyAgeMs = ready === 0 ? null : Math.max(0, nowMs() - (readyAt ?? nowMs()))
      depths.push({ stage, ready, active: holding?.active ?? 0, delayed, dead, oldestReadyAgeMs })
    }
    await channel.close()
    return depths
  }
}

/**
 * When the oldest ready message became ready. If the stage has a subscriber, this is the time of the newest message in
 * hand: the head came after it, so the true age is at most this. Otherwise the head is fetched and put back, once per
 * process until messages are consumed: to a quorum queue each fetch is a delivery, and too many of them make a message
 * look poisonous.
 */
function createHeadAge(names: Names, publisher: Publisher) {
  const seen = new Map<StageName, { readyAt: number | null; ready: number }>()
  return async (
    channel: Channel,
    stage: StageName,
    { ready, consumers, lastReadyAt }: { ready: number; consumers: number; lastReadyAt: number | null },
  ): Promise<number | null> => {
    const known = seen.get(stage)
    if (ready === 0 || consumers > 0 || (known && known.ready > ready)) seen.delete(stage)
    if (ready === 0) return null
    if (consumers > 0) return lastReadyAt
    const still = seen.get(stage)
    if (still) {
      seen.set(stage, { ...still, ready })
      return still.readyAt
    }
    const head = await channel.get(names.queue(stage))
    if (!head) return null
    const readyAt = readyAtOf(head)
    seen.set(stage, { readyAt, ready })
    // After this many looks the broker might soon give the message up; it is replaced by a copy, whose count starts
    // again.
    const isWorn = deliveryCount(head) >= DELIVERY_LIMIT / 2
    const { headers, messageId } = head.properties
    const copy = { headers: { ...headers, 'x-delivery-count': undefined }, messageId }
    const options = { exchange: '', key: names.queue(stage), content: head.content, options: copy }
    if (isWorn && (await publisher.send(options).catch(() => false))) channel.ack(head)
    else channel.nack(head, false, true)
    return readyAt
  }
}
