import type { ChannelModel, ConsumeMessage } from 'amqplib'
import type { Envelope } from '../domain/contract/messages.ts'
import { AppError } from '../errors.ts'
import { messageIdOf } from './body.ts'
import type { Move } from './port.ts'
import { bodyOf, nowMs, READY_AT } from './rabbitmq-content.ts'
import { deadOptions } from './rabbitmq-dead-letters.ts'
import type { Parcel, Publisher } from './rabbitmq-publish.ts'
import type { Names } from './rabbitmq-topology.ts'
import { type Bindings, routingKey, type StageName, stagesFor } from './topology.ts'

const MODEL_WITHIN_MS = 5_000

export interface Sender {
  /** Rejects with `internal` when no queue takes the message. */
  publish(envelope: Envelope): Promise<void>
  /** Copies a consumed message to a delay queue or the dead letters of its stage. */
  move(stage: StageName, move: Move, message: ConsumeMessage): Promise<void>
}

interface SenderDeps {
  names: Names
  bindings: Bindings
  publisher: Publisher
  declare(model: ChannelModel): Promise<void>
}

export function createSender({ names, bindings, publisher, declare }: SenderDeps): Sender {
  /** If a queue that has to exist is missing, an operator has deleted it: declare it again, once. */
  async function sendAndDeclare(parcel: Parcel): Promise<boolean> {
    if (await publisher.send(parcel)) return true
    await declare(await publisher.model(MODEL_WITHIN_MS))
    return await publisher.send(parcel)
  }

  return {
    async publish(envelope) {
      const key = routingKey(envelope)
      const options = { messageId: envelope.id, contentType: 'application/json', headers: { [READY_AT]: nowMs() } }
      const parcel = { exchange: names.events, key, content: Buffer.from(JSON.stringify(envelope)), options }
      const known = stagesFor(key, bindings).length > 0
      if (await (known ? sendAndDeclare(parcel) : publisher.send(parcel))) return
      throw new AppError('internal', `no stage takes ${key} (message ${envelope.id})`)
    },
    async move(stage, move, message) {
      const key = move.kind === 'dead' ? names.dead(stage) : names.delay(stage, move.delayMs)
      const options = move.kind === 'dead' ? deadOptions(move, message) : retryOptions(move.delayMs, message)
      if (!(await sendAndDeclare({ exchange: '', key, content: message.content, options })))
        throw new AppError('unavailable', `there is no queue ${key}`)
    },
  }
}

function retryOptions(delayMs: number, message: ConsumeMessage) {
  const messageId = messageIdOf(bodyOf(message))
  return {
    ...(messageId === null ? {} : { messageId }),
    expiration: String(Math.max(1, Math.round(delayMs))),
    headers: { [READY_AT]: nowMs() + delayMs },
  }
}
