import { AppError } from '../../shared/errors.ts'
import { type AiRead, missRead, readAiRead } from '../../shared/postgres/ai/ai-reads.ts'
import type { Pool, Tx } from '../../shared/postgres/server/db.ts'
import type { Clock } from '../../shared/time/clock.ts'

/** AI-2 begins after both calls of AI-1, so this is longer than the grace of a slot. */
const BEGIN_WITHIN_MS = 10 * 60_000

/** A read that this message begins; null if it has been decided in the meantime. */
export type Begun = { read: AiRead; cutoff: Date } | { missed: string; read: AiRead } | null

/** A back-filled slot reads as of its own instant, a live one as of now. */
export async function beginRead({ sql, clock }: { sql: Pool; clock: Clock }, id: string): Promise<Begun> {
  const read = await readAiRead(sql, id)
  if (!read) throw new AppError('not_found', 'the read to begin does not exist')
  if (read.state !== 'started') return null
  if (read.origin === 'backfill') return { read, cutoff: read.scheduledFor }
  const cutoff = clock.now()
  const lateMs = cutoff.getTime() - read.scheduledFor.getTime()
  if (lateMs <= BEGIN_WITHIN_MS) return { read, cutoff }
  return { read, missed: `its message was handled ${Math.round(lateMs / 60_000)} minutes late` }
}

/** Records that a read began too late; returns whether it was still undecided. */
export const missLate = (tx: Tx, { read, missed }: { read: AiRead; missed: string }, clock: Clock): Promise<boolean> =>
  missRead(tx, read.id, { reason: missed, at: clock.now() })
