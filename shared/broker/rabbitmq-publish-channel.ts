import { setTimeout as sleep } from 'node:timers/promises'
import type { ChannelModel, ConfirmChannel } from 'amqplib'
import type { Log } from '../log.ts'

/** An election takes some tens of milliseconds; a channel opened before its end would refuse as well. */
const RENEW_AFTER_MS = 250

/** The channel on which a connection publishes. */
export interface PublishChannel {
  current(): ConfirmChannel
  /** The broker has refused a message on this channel: it will be replaced soon. */
  refused(by: ConfirmChannel): void
}

interface PublishChannelOptions {
  log: Log
  /** Gives the connection up. */
  drop(why: string): void
  /** A message has come back because no queue takes it. */
  onReturn(id: string): void
}

/**
 * A channel remembers the leader of each queue that it publishes to. If that leader dies before the channel's first
 * message, RabbitMQ (seen with 3.10) refuses every message of the channel until the dead node is back, although another
 * node leads by then. A new channel asks again. No queue of ours has a length limit, so nothing else is refused.
 */
export async function openPublishChannel(
  model: ChannelModel,
  { log, drop, onReturn }: PublishChannelOptions,
): Promise<PublishChannel> {
  let renewing = false
  let channel = await open()

  async function open(): Promise<ConfirmChannel> {
    const own = await model.createConfirmChannel()
    own.on('error', (error) => drop(error.message))
    own.on('close', () => {
      if (own === channel) drop('the publishing channel closed')
    })
    own.on('return', ({ properties }) => onReturn(String(properties.correlationId)))
    return own
  }

  async function renew(): Promise<void> {
    await sleep(RENEW_AFTER_MS)
    const old = channel
    channel = await open()
    log.warn({}, 'publish_channel_renewed')
    // Messages that still wait for a confirm on it are unavailable, and the outbox sends them again.
    await old.close()
  }

  return {
    current: () => channel,
    refused(by) {
      if (renewing || by !== channel) return
      renewing = true
      // If the connection ends meanwhile, the link opens the next one with a channel of its own.
      renew()
        .catch(() => {})
        .finally(() => {
          renewing = false
        })
    },
  }
}
