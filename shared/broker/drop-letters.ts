import { saveDropped } from '../postgres/messaging/dropped-letters.ts'
import type { Pool } from '../postgres/server/db.ts'
import type { Broker, DeadLetter } from './port.ts'

/**
 * Removes dead letters for good. Each is stored with the reason first: a crash in between leaves a letter that can be
 * dropped again, not one that is gone without a trace.
 */
export async function dropLetters(
  { sql, broker }: { sql: Pool; broker: Broker },
  letters: readonly DeadLetter[],
  reason: string,
): Promise<void> {
  for (const letter of letters) await sql.begin((tx) => saveDropped(tx, letter, reason))
  await broker.dropDead(letters)
}
