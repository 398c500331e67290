import type { Envelope } from '../domain/contract/messages.ts'
import { AppError } from '../errors.ts'
import { failedMessages, forgetFailed } from '../postgres/messaging/inbox.ts'
import type { Pool } from '../postgres/server/db.ts'
import type { Broker, DeadLetter } from './port.ts'
import { STAGES, type StageName } from './topology.ts'
import { uuidV5 } from './uuid-v5.ts'

const LETTERS_MAX = 1_000

interface Deps {
  sql: Pool
  broker: Broker
}

/** A message that its stage gave up and whose dead letter is gone; its envelope is that of the outbox, or null. */
export interface LostLetter extends DeadLetter {
  isLost: true
}

export const isLost = (letter: DeadLetter): letter is LostLetter => 'isLost' in letter

/**
 * Finds messages that stages gave up and that the broker no longer has, because somebody purged its queue or it lost
 * its disk. If there are more letters than can be listed, any of them may still be there, so none counts as lost.
 */
export async function lostLetters({ sql, broker }: Deps, stage?: StageName): Promise<LostLetter[]> {
  const failed = await failedMessages(sql, stage ?? null, LETTERS_MAX)
  const lost: LostLetter[] = []
  for (const own of STAGES.filter((name) => failed.some((each) => each.stage === name))) {
    const letters = await broker.deadLetters({ stage: own, limit: LETTERS_MAX })
    if (letters.length >= LETTERS_MAX) continue
    const there = new Set(letters.map(({ messageId }) => messageId))
    for (const each of failed.filter((row) => row.stage === own && !there.has(row.messageId))) {
      const { messageId, errorKind, error, attempts, failedAt, envelope } = each
      lost.push({
        id: uuidV5(`dead/${own}/lost/${messageId}`),
        stage: own,
        messageId,
        reason: error ?? 'unknown',
        errorKind: errorKind ?? 'internal',
        attempts,
        diedAt: failedAt,
        body: envelope,
        isLost: true,
      })
    }
  }
  return lost
}

/** Sends the message of the outbox again, with all its attempts. */
export async function redriveLost({ sql, broker }: Deps, letters: readonly LostLetter[]): Promise<void> {
  for (const { messageId, stage, body } of letters) {
    if (body === null)
      throw new AppError(
        'not_found',
        `${messageId}: its letter and its message no longer exist, so it can only be dropped`,
      )
    await forgetFailed(sql, messageId!, stage)
    await broker.publish([body as Envelope])
  }
}
