import type { Envelope } from '../domain/contract/messages.ts'
import { addToOutbox } from '../postgres/messaging/outbox.ts'
import type { Tx } from '../postgres/server/db.ts'
import { type NewMessage, toEnvelope } from './new-message.ts'
import { holdingStages } from './topology.ts'

type Cause = Pick<Envelope, 'id' | 'cycleId' | 'traceparent'>

/** Stores messages in the transaction of the rows they announce; hand the result to the relay after the commit. */
export async function enqueue(
  tx: Tx,
  messages: readonly NewMessage[],
  cause: Cause | null = null,
): Promise<Envelope[]> {
  const envelopes = messages.map((message) => toEnvelope(message, cause))
  const added = await addToOutbox(tx, envelopes, holdingStages)
  // A message that is twice in the batch is once in the outbox, so it is returned once.
  return envelopes.filter((envelope) => added.delete(envelope.id))
}
