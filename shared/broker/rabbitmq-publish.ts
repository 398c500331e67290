import type { ChannelModel, ConfirmChannel, Options } from 'amqplib'
import { DeadlineError, within } from '../deadline.ts'
import { AppError, errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import { type Link, openLink } from './rabbitmq-link.ts'

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
  /** Worth nothing if it gets lost; says whether there was a way to send it. */
  tell(parcel: Parcel): boolean
  /** With the connection: for declaring what has vanished. */
  model(waitMs: number): Promise<ChannelModel>
  close(): Promise<void>
}

interface Waiting {
  returned: boolean
  fail(error: AppError): void
}

interface Out {
  model: ChannelModel
  channel: ConfirmChannel
}

/**
 * Publishes on a connection of its own: under a memory or disk alarm the broker stops reading from whoever
 * publishes, and acknowledgements must get through for the alarm to end.
 */
export async function openPublisher(
  url: string,
  { name, log, setup }: { name: string; log: Log; setup(model: ChannelModel): Promise<void> },
): Promise<Publisher> {
  const waiting = new Map<string, Waiting>()
  let blocked: string | null = null
  let sequence = 0

  const failAll = (reason: string) => {
    for (const { fail } of waiting.values()) fail(new AppError('unavailable', `publish: ${reason}`))
  }
  const link: Link<Out> = openLink<Out>({
    url,
    name,
    log,
    async setup(model, drop) {
      blocked = null
      model.on('blocked', (reason) => {
        blocked = `the broker takes no messages (${reason})`
        log.warn({ reason }, 'broker_blocked')
        failAll(blocked)
      })
      model.on('unblocked', () => {
        blocked = null
        log.info({}, 'broker_unblocked')
      })
      await setup(model)
      const channel = await model.createConfirmChannel()
      channel.on('error', (error) => drop(error.message))
      channel.on('close', () => drop('the publishing channel closed'))
      channel.on('return', ({ properties }) => {
        const returned = waiting.get(String(properties.correlationId))
        if (returned) returned.returned = true
      })
      return { model, channel }
    },
    onLost: () => failAll('the connection was lost'),
  })

  async function confirmed(parcel: Parcel): Promise<boolean> {
    const { channel } = await link.ready(PUBLISH_WITHIN_MS)
    if (blocked) throw new AppError('unavailable', `publish: ${blocked}`)
    sequence += 1
    const id = String(sequence)
    try {
      return await new Promise<boolean>((resolve, reject) => {
        const own: Waiting = { returned: false, fail: reject }
        waiting.set(id, own)
        // Something returned is confirmed as well, after its return.
        const options = { ...parcel.options, persistent: true, mandatory: true, correlationId: id }
        channel.publish(parcel.exchange, parcel.key, parcel.content, options, (error) => {
          if (error) reject(new AppError('unavailable', `publish: ${errorMessage(error)}`, { cause: error }))
          else resolve(!own.returned)
        })
      })
    } finally {
      waiting.delete(id)
    }
  }

  const publisher: Publisher = {
    async send(parcel) {
      const sentOn = link.current()
      try {
        return await within(PUBLISH_WITHIN_MS, 'publish', confirmed(parcel))
      } catch (cause) {
        if (cause instanceof DeadlineError) {
          // Not blocked and yet silent: most likely a half-open link, which heartbeats take longer to notice.
          if (!blocked && sentOn && sentOn === link.current()) link.drop(cause.message)
        }
        if (cause instanceof AppError) throw cause
        // A channel that closes while we write to it throws.
        throw new AppError('unavailable', `publish: ${errorMessage(cause)}`, { cause })
      }
    },
    tell({ exchange, key, content, options }) {
      const out = link.current()
      if (!out || blocked) return false
      try {
        out.channel.publish(exchange, key, content, options)
        return true
      } catch {
        return false
      }
    },
    model: async (waitMs) => (await link.ready(waitMs)).model,
    close: () => link.close(),
  }
  return publisher
}
