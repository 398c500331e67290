import { forgetFailed } from '../postgres/messaging/inbox.ts'
import type { Pool } from '../postgres/server/db.ts'
import type { Broker, DeadLetter } from './port.ts'

/**
 * Sends dead letters to their stage again, with all their attempts. Their inbox rows are deleted first: a crash in
 * between leaves a dead letter that can be sent again, not a message that every worker skips.
 */
export async function redrive(
  { sql, broker }: { sql: Pool; broker: Broker },
  letters: readonly DeadLetter[],
): Promise<void> {
  for (const { messageId, stage } of letters) if (messageId) await forgetFailed(sql, messageId, stage)
  await broker.redrive(letters)
}
