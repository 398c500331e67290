import { Envelope, MESSAGES, type MessageType, type Payload } from '../domain/contract/messages.ts'
import { AppError } from '../errors.ts'
import { activeTraceparent } from '../tracing/span.ts'

interface Draft<T extends MessageType> {
  /** Derived from the work, `producer:key#run`, so that doing the work again makes no second message. */
  id: string
  type: T
  payload: Payload<T>
  /** Service time; in a back-fill the simulated instant. */
  occurredAt: Date
  /** Absent: the cycle of the message being handled. */
  cycleId?: string | null
  /** Absent: the active span, or else the span of the message being handled. */
  traceparent?: string | null
}

/** A message as its producer writes it; the envelope's other fields come from the message that caused it. */
export type NewMessage<T extends MessageType = MessageType> = T extends MessageType ? Draft<T> : never

type Cause = Pick<Envelope, 'id' | 'cycleId' | 'traceparent'>

/** A message that breaks its own schema is our bug, and must not reach a queue. */
export function toEnvelope(message: NewMessage, cause: Cause | null = null): Envelope {
  const { traceparent = activeTraceparent() ?? cause?.traceparent ?? null } = message
  const payload = MESSAGES[message.type].safeParse(message.payload)
  const envelope = Envelope.safeParse({
    id: message.id,
    type: message.type,
    version: 1,
    occurredAt: message.occurredAt.toISOString(),
    cycleId: message.cycleId === undefined ? (cause?.cycleId ?? null) : message.cycleId,
    causationId: cause?.id ?? null,
    traceparent,
    payload: payload.data ?? {},
  })
  const error = payload.error ?? envelope.error
  if (error || !envelope.data) {
    throw new AppError('internal', `message ${message.id} (${message.type}) does not match its schema`, {
      cause: error,
    })
  }
  return envelope.data
}
