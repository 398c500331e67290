import { randomInt } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import { errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import { BOSS_SCHEMA, queryJobs, SUPERVISE_SECONDS } from './postgres-queues.ts'

/**
 * Each process waits a random time up to this after the check is due, so that one of many does it and the others find
 * it done.
 */
const SPREAD_MS = 1_000

export interface Supervision {
  /** Ends it; a check that is under way is left to pg-boss's own stop. */
  stop(): void
}

/** The milliseconds until the check is due for the queue checked longest ago; 0 or less: now. */
async function untilDueMs(boss: PgBoss): Promise<number> {
  const lookedAt = 'coalesce(q.monitor_claim_on, q.monitor_on)'
  const [row] = await queryJobs<{ ms: number | null }>(
    boss.getDb(),
    `select (($1 + extract(epoch from ${lookedAt} - ${BOSS_SCHEMA}.job_now())) * 1000)::float8 as ms
     from ${BOSS_SCHEMA}.queue as q order by ${lookedAt} nulls first limit 1`,
    [SUPERVISE_SECONDS],
  )
  return row?.ms ?? 0
}

/**
 * Lets pg-boss look for lost messages, delete old ones and maintain its tables, in one process at a time. By default
 * pg-boss does this in every process: each pass takes a dozen statements, of which all but one process find the claim
 * taken, and with fifty idle processes that was 60 % of the time that the database spent in statements.
 */
export function startSupervision(boss: PgBoss, log: Log): Supervision {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function look(): Promise<void> {
    let waitMs = SUPERVISE_SECONDS * 1_000
    try {
      const dueMs = await untilDueMs(boss)
      if (dueMs <= 0) await boss.supervise()
      else waitMs = Math.min(waitMs, dueMs)
    } catch (error) {
      if (!isStopped) log.warn({ error: errorMessage(error) }, 'broker_error')
    }
    if (!isStopped) wait(waitMs)
  }

  function wait(ms: number): void {
    timer = setTimeout(() => void look(), ms + randomInt(SPREAD_MS))
  }

  wait(0)
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
