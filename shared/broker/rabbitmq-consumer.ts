import { setTimeout as sleep } from 'node:timers/promises'
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib'
import { within } from '../deadline.ts'
import { errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Delivery, Settlement } from './port.ts'
import { bodyOf, deliveryCount, readyAtOf } from './rabbitmq-content.ts'
import { quietChannel } from './rabbitmq-topology.ts'
import type { StageName } from './topology.ts'

const CANCEL_WITHIN_MS = 5_000
/** While the broker takes no messages, what is to be retried stays in hand. */
const SETTLE_AGAIN_MS = 500

export interface Consumer {
  readonly stage: StageName
  /** Called on every new connection; `drop` gives that connection up. */
  attach(model: ChannelModel, drop: (why: string) => void): Promise<void>
  detached(): void
  /** Deliveries not settled, and when the newest of them became ready. */
  inHand(): { subscribed: boolean; active: number; lastReadyAt: number | null }
  drain(): Promise<void>
}

interface Hand {
  message: ConsumeMessage
  channel: Channel
}

export interface ConsumeOptions {
  stage: StageName
  queue: string
  concurrency: number
  log: Log
  onDelivery(delivery: Delivery): Promise<Settlement>
  /** Makes a copy of the message wait, or lie among the dead; resolves when the broker holds it. */
  moveTo(settlement: Exclude<Settlement, { kind: 'ack' }>, message: ConsumeMessage): Promise<void>
}

export function consume({ stage, queue, concurrency, log, onDelivery, moveTo }: ConsumeOptions): Consumer {
  const active = new Set<Hand>()
  /** Delivered on a new connection while handlers of the lost one still run: nobody has started these. */
  let waiting: Hand[] = []
  let attached: { channel: Channel; tag: string } | null = null
  let lastReadyAt: number | null = null
  let draining = false
  let emptied: () => void = () => {}

  function pump(): void {
    while (active.size < concurrency) {
      const next = waiting.shift()
      if (!next) return
      active.add(next)
      void handle(next).finally(() => {
        active.delete(next)
        if (active.size === 0) emptied()
        pump()
      })
    }
  }

  async function handle({ message, channel }: Hand): Promise<void> {
    const { deliveryTag, consumerTag, redelivered } = message.fields
    const deliveryId = `${consumerTag}/${deliveryTag}`
    try {
      const settlement = await onDelivery({
        body: bodyOf(message),
        deliveryId,
        redelivered: redelivered || deliveryCount(message) > 0,
      })
      const settled = settlement.kind === 'ack' || (await moved(settlement, { message, channel }))
      // Acknowledged last: a crash in between makes a duplicate, which the inbox or the dead letters' ids drop.
      if (settled) channel.ack(message)
      else giveBack({ message, channel })
    } catch (error) {
      // With its channel gone the message is delivered again, and the inbox knows what has been done.
      log.warn({ stage, delivery_id: deliveryId, error: errorMessage(error) }, 'settle_failed')
      giveBack({ message, channel })
    }
  }

  /** Tries for as long as the delivery is ours: giving it back would only bring it again at once. */
  async function moved(settlement: Exclude<Settlement, { kind: 'ack' }>, { message, channel }: Hand): Promise<boolean> {
    for (;;) {
      try {
        await moveTo(settlement, message)
        return true
      } catch (error) {
        log.warn({ stage, error: errorMessage(error) }, 'settle_failed')
        if (draining || attached?.channel !== channel) return false
        await sleep(SETTLE_AGAIN_MS)
      }
    }
  }

  function giveBack({ message, channel }: Hand): void {
    try {
      channel.nack(message, false, true)
    } catch {
      // The channel is gone, and with it our claim.
    }
  }

  async function drain(): Promise<void> {
    draining = true
    const own = attached
    if (own) await within(CANCEL_WITHIN_MS, 'cancel', own.channel.cancel(own.tag)).catch(() => {})
    for (const hand of waiting.splice(0)) giveBack(hand)
    if (active.size > 0) await new Promise<void>((done) => (emptied = done))
    attached = null
    // Closing answers when the acknowledgements before it have been read.
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
        // The broker closed it (a queue gone, an acknowledgement too late); the topology is declared anew.
        if (attached === own) drop(`the channel of ${stage} closed`)
      })
      const reply = await channel.consume(queue, (message) => {
        if (message === null) return drop(`the broker cancelled the consumer of ${stage}`)
        const hand = { message, channel }
        if (draining) return giveBack(hand)
        lastReadyAt = readyAtOf(message)
        waiting.push(hand)
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
