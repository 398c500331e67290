import type { ChannelModel, Options } from 'amqplib'
import { DeadlineError, within } from '../deadline.ts'
import { AppError, errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import { type Link, openLink, started } from './rabbitmq-link.ts'
import { openPublishChannel, type PublishChannel } from './rabbitmq-publish-channel.ts'
import type { RabbitServers } from './rabbitmq-servers.ts'

const PUBLISH_WITHIN_MS = 5_000

export interface Parcel {
  exchange: string
  key: string
  content: Buffer
  options: Options.Publish
}

export interface Publisher {
  /** Resolves when the broker holds it: false when it came back because no queue takes it. */
  send(parcel: Parcel): Promise<boolean>
  /** For messages that may get lost; returns false when there is no connection to send them on. */
  tell(parcel: Parcel): boolean
  /** Why the broker takes no messages at present, in its own words; null if it raises no alarm. */
  alarm(): string | null
  /** The connection itself, on which the caller declares what has vanished. */
  model(waitMs: number): Promise<ChannelModel>
  /** Waits at most `waitMs` for a node that answers, and then for the setup of its connection. */
  started(waitMs: number): Promise<unknown>
  /** Why there is no connection, in one sentence that names the variable and the remedy. */
  explain(): string
  close(): Promise<void>
}

interface PublishConnection {
  model: ChannelModel
  channel: PublishChannel
}

/**
 * Publishes on a connection of its own: under a memory or disk alarm the broker stops reading from connections that
 * publish, and acknowledgements must get through for the alarm to end.
 */
export async function openPublisher(
  servers: RabbitServers,
  { name, log, setup }: { name: string; log: Log; setup(model: ChannelModel): Promise<void> },
): Promise<Publisher> {
  const confirms = createConfirms()
  let alarm: string | null = null

  const link: Link<PublishConnection> = openLink<PublishConnection>({
    servers,
    name,
    log,
    async setup(model, drop) {
      alarm = null
      model.on('blocked', (reason: string) => {
        alarm = reason
        log.warn({ reason }, 'broker_blocked')
        confirms.failAll(refusal(reason))
      })
      model.on('unblocked', () => {
        alarm = null
        log.info({}, 'broker_unblocked')
      })
      await setup(model)
      return { model, channel: await openPublishChannel(model, { log, drop, onReturn: confirms.returned }) }
    },
    onLost() {
      alarm = null
      confirms.failAll('the connection was lost')
    },
  })

  async function confirmed(parcel: Parcel): Promise<boolean> {
    const { channel } = await link.ready(PUBLISH_WITHIN_MS)
    if (alarm !== null) throw new AppError('unavailable', `publish: ${refusal(alarm)}`)
    return await confirms.publish(channel, parcel)
  }

  return {
    async send(parcel) {
      const sentOn = link.current()
      try {
        return await within(PUBLISH_WITHIN_MS, 'publish', confirmed(parcel))
      } catch (cause) {
        // Silent but not blocked: most likely a half-open link, which heartbeats take longer to notice.
        if (cause instanceof DeadlineError && alarm === null && sentOn && sentOn === link.current())
          link.drop(cause.message)
        if (cause instanceof AppError) throw cause
        throw new AppError(isUnwritable(cause) ? 'internal' : 'unavailable', `publish: ${errorMessage(cause)}`, {
          cause,
        })
      }
    },
    tell({ exchange, key, content, options }) {
      const connection = link.current()
      if (!connection || alarm !== null) return false
      try {
        connection.channel.current().publish(exchange, key, content, options)
        return true
      } catch {
        return false
      }
    },
    alarm: () => alarm,
    model: async (waitMs) => (await link.ready(waitMs)).model,
    started: (waitMs) => started(link, waitMs),
    explain: () => link.explain(),
    close: () => link.close(),
  }
}

const refusal = (reason: string): string => `the broker takes no messages (${reason})`

/** amqplib cannot encode the message, now or later; when the channel closes during the write, it throws other errors. */
const isUnwritable = (error: unknown): boolean => error instanceof TypeError || error instanceof RangeError

interface PendingConfirm {
  returned: boolean
  fail(error: AppError): void
}

/** Matches what the broker confirms or returns to the messages that wait for it. */
function createConfirms() {
  const pending = new Map<string, PendingConfirm>()
  let sequence = 0
  return {
    failAll(reason: string): void {
      for (const { fail } of pending.values()) fail(new AppError('unavailable', `publish: ${reason}`))
    },
    returned(id: string): void {
      const own = pending.get(id)
      if (own) own.returned = true
    },
    async publish(channels: PublishChannel, { exchange, key, content, options }: Parcel): Promise<boolean> {
      const channel = channels.current()
      sequence += 1
      const id = String(sequence)
      try {
        return await new Promise<boolean>((resolve, reject) => {
          const own: PendingConfirm = { returned: false, fail: reject }
          pending.set(id, own)
          // The broker confirms a returned message as well, after its return.
          const mandatory = { ...options, persistent: true, mandatory: true, correlationId: id }
          channel.publish(exchange, key, content, mandatory, (error) => {
            if (!error) return resolve(!own.returned)
            channels.refused(channel)
            reject(new AppError('unavailable', `publish: ${errorMessage(error)}`, { cause: error }))
          })
        })
      } finally {
        pending.delete(id)
      }
    },
  }
}
