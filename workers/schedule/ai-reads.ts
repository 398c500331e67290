import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Relay } from '../../shared/broker/relay.ts'
import type { NewEvent } from '../../shared/domain/contract/event.ts'
import type { Log } from '../../shared/log.ts'
import {
  type AiRead,
  isWaitOver,
  lockOpenReads,
  missRead,
  type NewRead,
  openRead,
  startRead,
} from '../../shared/postgres/ai/ai-reads.ts'
import { appendEvents } from '../../shared/postgres/events/events.ts'
import type { Pool, Tx } from '../../shared/postgres/server/db.ts'

const SWEEP_BATCH = 50
/** Two calls of each stage and the wait for a cycle fit into it; anything later would carry a wrong time. */
const FINISH_WITHIN_MS = 15 * 60_000

/** Opens a read, begun if it need not wait, and returns its message then. */
export async function openAndStart(tx: Tx, read: NewRead, now: Date): Promise<NewMessage[]> {
  const due = await isDue(tx, read, now)
  return (await openRead(tx, read, due ? 'started' : 'waiting')) && due ? [dueMessage(read, now)] : []
}

/** The message of a read that need not wait any longer; none while it must wait. */
async function startIfDue(tx: Tx, read: AiRead, now: Date): Promise<NewMessage[]> {
  if (read.state !== 'waiting' || !(await isDue(tx, read, now)) || !(await startRead(tx, read.id))) return []
  return [dueMessage(read, now)]
}

const dueMessage = ({ id, stage }: NewRead, at: Date): NewMessage => ({
  id: `ai:${id}#1`,
  type: `${stage}.due`,
  occurredAt: at,
  cycleId: null,
  payload: { read: id },
})

/** AI-1 waits for its report cycle, AI-2 for AI-1 of the same AI cycle; neither beyond `startsBy`. */
async function isDue(tx: Tx, read: NewRead, now: Date): Promise<boolean> {
  if (now >= read.startsBy || (read.stage === 'ai1' && read.waitsFor === null)) return true
  return await isWaitOver(tx, read)
}

/**
 * Starts reads whose wait is over, and records as missed those that no stage finished in time, so that every slot is
 * decided.
 */
export async function sweepReads(
  { sql, relay, log }: { sql: Pool; relay: Relay; log: Log },
  now: Date,
): Promise<{ started: string[]; missed: string[] }> {
  const swept = await relay.transaction(sql, async (tx) => {
    const messages: NewMessage[] = []
    const missed: string[] = []
    for (const read of await lockOpenReads(tx, now, SWEEP_BATCH)) {
      const isLost = now.getTime() - read.scheduledFor.getTime() > FINISH_WITHIN_MS
      const reason = `no worker finished it within ${FINISH_WITHIN_MS / 60_000} minutes`
      if (isLost && (await missRead(tx, read.id, { reason, at: now }))) {
        missed.push(read.id)
        await appendEvents(tx, [missedEvent(read, reason, now)])
      }
      if (!isLost) messages.push(...(await startIfDue(tx, read, now)))
    }
    return { result: { started: messages.map(({ id }) => id), missed }, messages }
  })
  for (const read of swept.missed) log.warn({ read }, 'ai_read_missed')
  return swept
}

const missedEvent = ({ id, stage }: AiRead, reason: string, at: Date): NewEvent => ({
  key: `slot/missed/${id}`,
  kind: 'slot',
  subject: stage,
  severity: 'warning',
  title: `Read ${id} was missed: ${reason}.`,
  at,
  data: { state: 'missed', slot: id },
  cycleId: null,
  origin: 'scheduled',
})
