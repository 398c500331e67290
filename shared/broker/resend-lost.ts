import type { Log } from '../log.ts'
import { lockLost, markSentAgain } from '../postgres/messaging/outbox.ts'
import { noteDeadLetters } from '../postgres/messaging/settled.ts'
import type { Pool, Tx } from '../postgres/server/db.ts'
import type { Broker, StageDepth } from './port.ts'
import type { StageName } from './topology.ts'

/**
 * Much longer than a message takes from one queue to the next, and longer than a subscriber's answer may be missing.
 */
const EMPTY_FOR_MS = 60_000
const BATCH = 100
const IDS_LOGGED_MAX = 5
/** A stage with more dead letters than can be listed is left alone, because one of them may be the missing message. */
const LETTERS_MAX = 1_000

interface Deps {
  sql: Pool
  broker: Pick<Broker, 'publish' | 'repair' | 'deadLetters'>
  log: Log
}

/**
 * Resends messages that the broker has lost: a stage has not handled them, they are not among its dead letters, and for
 * a minute each look found nothing of the stage, neither waiting nor in hand. Somebody purged, deleted or unbound a
 * queue, or the broker lost its disk. If a message was not lost after all, it has no second effect. Returns how many
 * were sent.
 */
export function createLostWatch(
  deps: Deps,
  { emptyForMs = EMPTY_FOR_MS }: { emptyForMs?: number } = {},
): (depths: readonly StageDepth[]) => Promise<number> {
  const emptySince = new Map<StageName, number>()
  let lookedAt = Number.NEGATIVE_INFINITY
  return async (depths) => {
    const now = performance.now()
    // After a pause without looks, a broker that was unreachable may still be restoring messages.
    if (now - lookedAt > emptyForMs) emptySince.clear()
    lookedAt = now
    for (const { stage, ready, active, delayed } of depths) {
      if (ready + active + delayed > 0) emptySince.delete(stage)
      else if (!emptySince.has(stage)) emptySince.set(stage, now)
    }
    const empty = depths.filter(({ stage, dead }) => {
      const since = emptySince.get(stage)
      return since !== undefined && now - since >= emptyForMs && dead < LETTERS_MAX
    })
    return empty.length === 0
      ? 0
      : await deps.sql.begin((tx) => sendLost(deps, tx, { empty, sentBeforeMs: emptyForMs }))
  }
}

async function sendLost(
  { broker, log }: Deps,
  tx: Tx,
  { empty, sentBeforeMs }: { empty: readonly StageDepth[]; sentBeforeMs: number },
): Promise<number> {
  const wanted = { stages: empty.map(({ stage }) => stage), sentBeforeMs, limit: BATCH }
  if ((await lockLost(tx, wanted)).length === 0) return 0
  for (const { stage } of empty.filter(({ dead }) => dead > 0)) {
    const letters = await broker.deadLetters({ stage, limit: LETTERS_MAX })
    const named = letters.flatMap(({ messageId }) => (messageId === null ? [] : [{ messageId, stage }]))
    await noteDeadLetters(tx, named)
  }
  const lost = await lockLost(tx, wanted)
  if (lost.length === 0) return 0
  await broker.repair()
  await broker.publish(lost)
  const ids = lost.map(({ id }) => id)
  await markSentAgain(tx, ids)
  log.warn({ messages: ids.length, message_ids: ids.slice(0, IDS_LOGGED_MAX) }, 'lost_messages_resent')
  return ids.length
}
