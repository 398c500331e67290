import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../shared/postgres/server/db.ts'

const POLL_MS = 25
/** Longer than any vendor timeout with its retries; a message that takes this long will not come. */
const GIVE_UP_MS = 120_000

/** Waits until every message has had its effect or has been given up; returns the ids that failed. */
export async function awaitMessages(sql: Pool, ids: readonly string[], signal: AbortSignal): Promise<string[]> {
  const until = performance.now() + GIVE_UP_MS
  for (;;) {
    const rows = await sql<{ id: string; state: string }[]>`
      select i.message_id as id, i.state from inbox as i
      where i.message_id = any(${ids as string[]}) and i.state in ('done', 'failed')`
    const failed = rows.filter((row) => row.state === 'failed').map((row) => row.id)
    if (rows.length >= ids.length) return failed
    if (signal.aborted || performance.now() > until) {
      const handled = new Set(rows.map((row) => row.id))
      return [...failed, ...ids.filter((id) => !handled.has(id))]
    }
    await sleep(POLL_MS)
  }
}

/** Waits until a cycle is reported or has failed; false when neither happened in time. */
export async function awaitCycle(sql: Pool, cycleId: string, withinMs: number, signal: AbortSignal): Promise<boolean> {
  for (const until = performance.now() + withinMs; performance.now() < until && !signal.aborted; await sleep(POLL_MS)) {
    const rows = await sql`select 1 from cycles as c where c.id = ${cycleId} and c.state in ('reported', 'failed')`
    if (rows.length > 0) return true
  }
  return false
}
