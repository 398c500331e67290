import type { JSONValue } from 'postgres'
import type { Tx } from '../server/db.ts'
import { storableJson, storableText } from '../server/storable.ts'
import { noteDeadLetters } from './settled.ts'

interface DroppedLetter {
  id: string
  stage: string
  messageId: string | null
  reason: string
  errorKind: string
  attempts: number
  diedAt: Date
  body: unknown
}

/** Stores a letter once, and marks its message as done, so that it no longer counts as parked and is pruned. */
export async function saveDropped(tx: Tx, letter: DroppedLetter, reason: string): Promise<void> {
  const { id, stage, messageId, errorKind, attempts, diedAt, body } = letter
  await tx`
    insert into dropped_letters (letter_id, stage, message_id, died_of, error_kind, attempts, died_at, body, reason)
    values (${id}, ${stage}, ${messageId}, ${storableText(letter.reason)}, ${storableText(errorKind)}, ${attempts},
      ${diedAt}, ${tx.json((storableJson(body) ?? null) as JSONValue)}, ${reason})
    on conflict (letter_id) do nothing`
  await tx`
    update inbox as i set state = 'done', error_kind = 'dropped', error = ${reason}, updated_at = clock_timestamp()
    where i.message_id = ${messageId} and i.stage = ${stage} and i.state = 'failed'`
  // A letter that the broker created itself is not in the inbox; its message must not be taken for lost.
  if (messageId !== null) await noteDeadLetters(tx, [{ messageId, stage }])
}
