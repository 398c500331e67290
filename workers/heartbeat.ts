import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { StageTally } from '../shared/broker/stage-tally.ts'
import { within } from '../shared/deadline.ts'
import { errorMessage } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import { endHeartbeat, saveHeartbeat } from '../shared/postgres/messaging/stage-workers.ts'
import type { Pool } from '../shared/postgres/server/db.ts'

const BEAT_EVERY_MS = 5_000
const BEAT_WITHIN_MS = 5_000
/** Shorter, because a draining process has more important work to finish. */
const LAST_WITHIN_MS = 2_000

export interface Heartbeat {
  /** Reports the last counts and removes this process from the list. */
  stop(): Promise<void>
}

/**
 * Reports to Postgres what this process does, in the same way on either broker. A failed heartbeat is logged once, and
 * its counts come with the next one (twice, if only the answer was lost); no work waits for it.
 */
export function startHeartbeat(
  { sql, log, tally }: { sql: Pool; log: Log; tally: StageTally },
  { everyMs = BEAT_EVERY_MS } = {},
): Heartbeat {
  const id = randomUUID()
  const startedMs = performance.now()
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  let stopped = false
  let failing = false

  const beat = async () => {
    const counts = tally.takeCounts()
    const upSeconds = (performance.now() - startedMs) / 1_000
    try {
      const self = { id, host: hostname(), pid: process.pid, upSeconds }
      await within(BEAT_WITHIN_MS, 'the database', saveHeartbeat(sql, self, tally.work(), counts))
      failing = false
    } catch (error) {
      tally.putBack(counts)
      log[failing ? 'debug' : 'warn']({ error: errorMessage(error) }, 'heartbeat_failed')
      failing = true
    }
    if (!stopped) timer = setTimeout(() => (current = beat()), everyMs)
  }
  current = beat()

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      const last = current.then(() => endHeartbeat(sql, id, tally.takeCounts()))
      await within(LAST_WITHIN_MS, 'the database', last).catch((error: unknown) =>
        log.debug({ error: errorMessage(error) }, 'heartbeat_failed'),
      )
    },
  }
}
