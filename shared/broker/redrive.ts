import { forgetFailed } from '../postgres/messaging/inbox.ts'
import type { Pool } from '../postgres/server/db.ts'
import { lostLetters, redriveLost } from './lost-letters.ts'
import type { Broker, DeadLetter } from './port.ts'
import type { StageName } from './topology.ts'

const LETTERS_MAX = 500
/** A call works on at most 20 times 500 letters; an operator calls again for more. */
const BATCHES_MAX = 20

interface Deps {
  sql: Pool
  broker: Broker
}

/**
 * Sends dead letters to their stage again, with all their attempts. Their inbox rows are deleted first: a crash in
 * between leaves a dead letter that can be sent again, not a message that every worker skips.
 */
export async function redrive({ sql, broker }: Deps, letters: readonly DeadLetter[]): Promise<void> {
  for (const { messageId, stage } of letters) if (messageId) await forgetFailed(sql, messageId, stage)
  await broker.redrive(letters)
}

/**
 * Works on all dead letters of a stage, batch by batch, each letter once. The oldest come first: letters that die again
 * meanwhile are the newest, and the newest first would show only those.
 */
export async function eachBatch(
  broker: Broker,
  stage: StageName,
  work: (letters: readonly DeadLetter[]) => Promise<void>,
): Promise<DeadLetter[]> {
  const done = new Map<string, DeadLetter>()
  for (let batch = 0; batch < BATCHES_MAX; batch++) {
    const letters = await broker.deadLetters({ stage, limit: LETTERS_MAX, oldestFirst: true })
    const fresh = letters.filter((letter) => !done.has(nameOf(letter)))
    if (fresh.length === 0) break
    await work(fresh)
    for (const letter of fresh) done.set(nameOf(letter), letter)
  }
  return [...done.values()]
}

/**
 * Sends all dead letters of a stage again, also those that the broker has lost; one whose message is gone too waits for a
 * person to drop it.
 */
export async function redriveStage(deps: Deps, stage: StageName): Promise<DeadLetter[]> {
  const lost = (await lostLetters(deps, stage)).filter(({ body }) => body !== null)
  await redriveLost(deps, lost)
  return [...lost, ...(await eachBatch(deps.broker, stage, (letters) => redrive(deps, letters)))]
}

const nameOf = ({ messageId, id }: DeadLetter): string => messageId ?? id
