import { pruneInbox } from '../postgres/messaging/inbox.ts'
import { pruneOutbox } from '../postgres/messaging/outbox.ts'
import type { Pool } from '../postgres/server/db.ts'

/** Small enough to hold no lock for long, many enough to catch up with a day in one call. */
const BITE = 2_000
const BITES_MAX = 100

/**
 * Forgets messages settled before an instant. An inbox row must outlive every chance that its message
 * comes again, so whoever calls this keeps days, not minutes.
 */
export async function pruneMessaging(sql: Pool, before: Date): Promise<{ inbox: number; outbox: number }> {
  return {
    inbox: await inBites((limit) => pruneInbox(sql, before, limit)),
    outbox: await inBites((limit) => pruneOutbox(sql, before, limit)),
  }
}

async function inBites(prune: (limit: number) => Promise<number>): Promise<number> {
  let total = 0
  for (let bites = 0; bites < BITES_MAX; bites += 1) {
    const gone = await prune(BITE)
    total += gone
    if (gone < BITE) break
  }
  return total
}
