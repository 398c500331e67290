import { pruneInbox } from '../postgres/messaging/inbox.ts'
import { pruneOutbox } from '../postgres/messaging/outbox.ts'
import type { Pool } from '../postgres/server/db.ts'

/** A batch is small enough to hold no lock for long; this many catch up with a day in one call. */
const BATCH = 2_000
const BATCHES_MAX = 100

/**
 * Deletes messages that were finished some days ago, by the clock of the database, because simulated service time may
 * be weeks ahead of it. An inbox row must outlive every chance of a redelivery, so the caller passes days, not minutes.
 */
export async function pruneMessaging(sql: Pool, keepDays: number): Promise<{ inbox: number; outbox: number }> {
  const [{ before }] = await sql<[{ before: Date }]>`
    select clock_timestamp() - make_interval(days => ${keepDays}) as before`
  return {
    inbox: await inBatches((limit) => pruneInbox(sql, before, limit)),
    outbox: await inBatches((limit) => pruneOutbox(sql, before, limit)),
  }
}

async function inBatches(prune: (limit: number) => Promise<number>): Promise<number> {
  let total = 0
  for (let batches = 0; batches < BATCHES_MAX; batches += 1) {
    const gone = await prune(BATCH)
    total += gone
    if (gone < BATCH) break
  }
  return total
}
