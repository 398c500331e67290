import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../shared/postgres/server/db.ts'

const POLL_MS = 10

interface Handled {
  done: string[]
  failed: string[]
}

/** Waits until at least one message has had its effect or has been given up; after `withinMs` all have failed. */
export async function awaitMessages(
  sql: Pool,
  ids: readonly string[],
  withinMs: number,
  signal: AbortSignal,
): Promise<Handled> {
  const until = performance.now() + withinMs
  for (;;) {
    const rows = await sql<{ id: string; state: string }[]>`
      select i.message_id as id, i.state from inbox as i
      where i.message_id = any(${ids as string[]}) and i.state in ('done', 'failed')`
    const inState = (state: string) => rows.filter((row) => row.state === state).map((row) => row.id)
    if (rows.length > 0) return { done: inState('done'), failed: inState('failed') }
    if (signal.aborted || performance.now() > until) return { done: [], failed: [...ids] }
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

/** Waits until a run of the screener is no longer being read; false when that did not happen in time. */
export async function awaitDecided(sql: Pool, run: string, withinMs: number, signal: AbortSignal): Promise<boolean> {
  for (const until = performance.now() + withinMs; performance.now() < until && !signal.aborted; await sleep(POLL_MS)) {
    const rows = await sql`select 1 from screener_runs as r where r.id = ${run} and r.state <> 'scanning'`
    if (rows.length > 0) return true
  }
  return false
}
