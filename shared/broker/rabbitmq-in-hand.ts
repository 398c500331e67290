import { randomUUID } from 'node:crypto'
import type { ChannelModel } from 'amqplib'
import { z } from 'zod'
import type { Consumer } from './rabbitmq-consumer.ts'
import { bodyOf, Millis } from './rabbitmq-content.ts'
import type { Publisher } from './rabbitmq-publish.ts'
import { type Names, quietChannel } from './rabbitmq-topology.ts'
import { STAGES, type StageName } from './topology.ts'

/** A subscriber that does not answer within this time is gone or cut off; its messages are not counted. */
const ANSWER_WITHIN_MS = 500
const COUNT_MAX = 100_000

const Holding = z.object({
  stage: z.enum(STAGES),
  subscribers: z.int().min(0).max(COUNT_MAX),
  active: z.int().min(0).max(COUNT_MAX),
  lastReadyAt: Millis.nullable(),
})
const Answer = z.array(Holding)
export type Holding = z.infer<typeof Holding>

/** An answer that cannot be read, perhaps from another version, counts as empty. */
const answerOf = (content: Buffer): Holding[] => Answer.safeParse(bodyOf({ content })).data ?? []

/**
 * Counts the messages in hand. AMQP reports only how many are ready, and the management API may be off or out of
 * reach, so one message goes to all subscribers and each process answers.
 */
export interface InHand {
  attach(model: ChannelModel): Promise<void>
  /** Resolves once as many subscribers of every stage have answered as its queue has consumers. */
  ask(consumers: ReadonlyMap<StageName, number>): Promise<Map<StageName, Holding>>
}

export function createInHand(names: Names, consumers: ReadonlySet<Consumer>, publisher: Publisher): InHand {
  const questions = new Map<string, (answer: Holding[]) => void>()
  let mailbox: string | null = null

  const holdings = (): Holding[] =>
    [...consumers].map((consumer) => {
      const { subscribed, active, lastReadyAt } = consumer.inHand()
      return { stage: consumer.stage, subscribers: subscribed ? 1 : 0, active, lastReadyAt }
    })
  const post = (exchange: string, key: string, body: unknown, options: { replyTo?: string; messageId: string }) =>
    publisher.tell({ exchange, key, content: Buffer.from(JSON.stringify(body)), options })

  return {
    async attach(model) {
      const channel = await quietChannel(model)
      const { queue } = await channel.assertQueue('', { exclusive: true, durable: false, autoDelete: true })
      await channel.bindQueue(queue, names.asks, '')
      const receive = (content: Buffer, messageId: string, replyTo: string | undefined) => {
        if (replyTo !== undefined) post('', replyTo, holdings(), { messageId })
        else questions.get(messageId)?.(answerOf(content))
      }
      await channel.consume(
        queue,
        (message) => {
          if (message) receive(message.content, String(message.properties.messageId), message.properties.replyTo)
        },
        { noAck: true },
      )
      mailbox = queue
    },
    async ask(expected) {
      const answers: Holding[] = []
      const messageId = randomUUID()
      if (mailbox !== null && [...expected.values()].some((count) => count > 0)) {
        const replyTo = mailbox
        await new Promise<void>((done) => {
          const timer = setTimeout(done, ANSWER_WITHIN_MS)
          const finish = () => {
            clearTimeout(timer)
            done()
          }
          questions.set(messageId, (answer) => {
            answers.push(...answer)
            const sums = byStage(answers)
            if ([...expected].every(([stage, count]) => (sums.get(stage)?.subscribers ?? 0) >= count)) finish()
          })
          // If this process is blocked or cut off, it can only report its own.
          if (!post(names.asks, '', [], { replyTo, messageId })) {
            answers.push(...holdings())
            finish()
          }
        })
        questions.delete(messageId)
      }
      return byStage(answers)
    },
  }
}

function byStage(all: readonly Holding[]): Map<StageName, Holding> {
  const sums = new Map<StageName, Holding>()
  for (const { stage, subscribers, active, lastReadyAt } of all) {
    const sum = sums.get(stage) ?? { stage, subscribers: 0, active: 0, lastReadyAt: null }
    sums.set(stage, {
      stage,
      subscribers: sum.subscribers + subscribers,
      active: sum.active + active,
      lastReadyAt: lastReadyAt === null ? sum.lastReadyAt : Math.max(lastReadyAt, sum.lastReadyAt ?? 0),
    })
  }
  return sums
}
