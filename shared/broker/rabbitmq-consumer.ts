import { setTimeout as sleep } from 'node:timers/promises'
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib'
import { within } from '../deadline.ts'
import { AppError, errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Delivery, Disposition, Move } from './port.ts'
import { bodyOf, deliveryCount, readyAtOf } from './rabbitmq-content.ts'
import { quietChannel } from './rabbitmq-topology.ts'
import type { StageName } from './topology.ts'

const CANCEL_WITHIN_MS = 5_000
/** While the broker takes no messages, a message to be retried stays with its worker. */
const MOVE_AGAIN_MS = 500

export interface Consumer {
  readonly stage: StageName
  /** Called on every new connection; `drop` gives that connection up. */
  attach(model: ChannelModel, drop: (why: string) => void): Promise<void>
  detached(): void
  /** Deliveries that are not finished, and when the newest of them became ready. */
  inHand(): { subscribed: boolean; active: number; lastReadyAt: number | null }
  drain(): Promise<void>
}

interface HeldDelivery {
  message: ConsumeMessage
  channel: Channel
}

export interface ConsumeOptions {
  stage: StageName
  queue: string
  concurrency: number
  log: Log
  onDelivery(delivery: Delivery): Promise<Disposition>
  /** Puts a copy of the message on the delay queue or among the dead letters; resolves when the broker holds it. */
  moveTo(disposition: Move, message: ConsumeMessage): Promise<void>
}

export function consume(options: ConsumeOptions): Consumer {
  const { stage, queue, concurrency } = options
  const active = new Set<HeldDelivery>()
  /** Deliveries of a new connection that no handler has started, while handlers of the lost one still run. */
  let waiting: HeldDelivery[] = []
  let attached: { channel: Channel; tag: string } | null = null
  let lastReadyAt: number | null = null
  let draining = false
  let emptied: () => void = () => {}
  const isOurs = (channel: Channel) => !draining && attached?.channel === channel

  function pump(): void {
    while (active.size < concurrency) {
      const next = waiting.shift()
      if (!next) return
      active.add(next)
      void handle(next, options, isOurs).finally(() => {
        active.delete(next)
        if (active.size === 0) emptied()
        pump()
      })
    }
  }

  async function drain(): Promise<void> {
    draining = true
    const own = attached
    if (own) await within(CANCEL_WITHIN_MS, 'cancel', own.channel.cancel(own.tag)).catch(() => {})
    for (const held of waiting.splice(0)) giveBack(held)
    if (active.size > 0) await new Promise<void>((done) => (emptied = done))
    attached = null
    // The broker answers a close after it has read the acknowledgements before it.
    if (own) await within(CANCEL_WITHIN_MS, 'close', own.channel.close()).catch(() => {})
  }
  let drained: Promise<void> | null = null

  return {
    stage,
    async attach(model, drop) {
      if (draining) return
      const channel = await quietChannel(model)
      await channel.prefetch(concurrency)
      const own = { channel, tag: '' }
      attached = own
      channel.on('close', () => {
        // The broker closed it (a queue gone, an acknowledgement too late); the topology is declared again.
        if (attached === own) drop(`the channel of ${stage} closed`)
      })
      const reply = await channel.consume(queue, (message) => {
        if (message === null) return drop(`the broker cancelled the consumer of ${stage}`)
        const held = { message, channel }
        if (draining) return giveBack(held)
        lastReadyAt = readyAtOf(message)
        waiting.push(held)
        pump()
      })
      own.tag = reply.consumerTag
    },
    detached() {
      attached = null
      waiting = []
    },
    inHand: () => ({ subscribed: attached !== null, active: active.size + waiting.length, lastReadyAt }),
    drain: () => (drained ??= drain()),
  }
}

async function handle(
  held: HeldDelivery,
  { stage, log, onDelivery, moveTo }: ConsumeOptions,
  isOurs: (channel: Channel) => boolean,
): Promise<void> {
  const { message, channel } = held
  const { deliveryTag, consumerTag, redelivered } = message.fields
  const deliveryId = `${consumerTag}/${deliveryTag}`

  /** Retries for as long as the delivery is ours: returning it would only bring it back at once. */
  async function move(disposition: Move): Promise<'moved' | 'impossible' | 'not ours'> {
    for (;;) {
      try {
        await moveTo(disposition, message)
        return 'moved'
      } catch (error) {
        log.warn({ stage, error: errorMessage(error) }, 'finish_failed')
        // Only an `AppError` is a verdict on the message; anything else may be the link.
        if (error instanceof AppError && error.kind === 'internal') return 'impossible'
        if (!isOurs(channel)) return 'not ours'
        await sleep(MOVE_AGAIN_MS)
      }
    }
  }

  try {
    const disposition = await onDelivery({
      body: bodyOf(message),
      deliveryId,
      redelivered: redelivered || deliveryCount(message) > 0,
    })
    const end = disposition.kind === 'ack' ? 'moved' : await move(disposition)
    // Acknowledged last: a crash in between makes a duplicate, which the inbox or the dead letters' ids drop.
    if (end === 'moved') channel.ack(message)
    // The broker itself dead-letters a rejected message, whatever the reason why we could not.
    else if (end === 'impossible') channel.reject(message, false)
    else giveBack(held)
  } catch (error) {
    // If the channel is gone, the message is delivered again, and the inbox knows what has been done.
    log.warn({ stage, delivery_id: deliveryId, error: errorMessage(error) }, 'finish_failed')
    giveBack(held)
  }
}

function giveBack({ message, channel }: HeldDelivery): void {
  try {
    channel.nack(message, false, true)
  } catch {
    // The channel is gone, and with it our claim.
  }
}
