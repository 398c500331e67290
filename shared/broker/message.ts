import { Envelope, MESSAGES, type MessageType, type Payload } from '../domain/contract/messages.ts'
import { AppError } from '../errors.ts'
import { isTooDeep } from './body.ts'

/** An envelope whose payload has been validated by its type. */
export type Message<T extends MessageType = MessageType> = T extends MessageType
  ? Omit<Envelope, 'type' | 'payload'> & { type: T; payload: Payload<T> }
  : never

/** Validates a delivered body. Its errors are `invalid`: a message that is wrong now will be wrong again. */
export function readMessage<T extends MessageType>(body: unknown, handles: readonly T[]): Message<T> {
  if (isTooDeep(body)) throw new AppError('invalid', 'not an envelope: nested too deep')
  const envelope = Envelope.safeParse(body)
  if (!envelope.success) throw new AppError('invalid', `not an envelope: ${issues(envelope.error)}`)
  const { type, payload } = envelope.data
  if (!(handles as readonly string[]).includes(type)) {
    throw new AppError('invalid', `this stage does not handle ${type}`)
  }
  const parsed = MESSAGES[type].safeParse(payload)
  if (!parsed.success) throw new AppError('invalid', `not a ${type}: ${issues(parsed.error)}`)
  return { ...envelope.data, payload: parsed.data } as Message<T>
}

const issues = (error: { issues: { path: PropertyKey[]; message: string }[] }): string =>
  error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
    .join('; ')
