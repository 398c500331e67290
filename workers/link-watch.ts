import { within } from '../shared/deadline.ts'
import type { Log } from '../shared/log.ts'
import type { Pool } from '../shared/postgres/server/db.ts'

const LOOK_EVERY_MS = 5_000
const SILENT_AFTER_MS = 10_000
/** One slow answer is a busy database; two in a row mean that the link is dead. */
const SILENCES_MAX = 2

export interface LinkWatch {
  stop(): void
}

/**
 * Ends this process when the link to the database is half-open (a firewall dropped it, a host vanished): such a link
 * takes queries and never answers, and the driver has no timeout of its own. The successor connects again. A database
 * that refuses or is down fails at once, which does not end the process.
 */
export function watchLink(
  sql: Pool,
  log: Log,
  giveUp: () => void,
  { everyMs = LOOK_EVERY_MS, silentMs = SILENT_AFTER_MS } = {},
): LinkWatch {
  let silences = 0
  let timer: NodeJS.Timeout
  const look = async () => {
    const started = performance.now()
    try {
      await within(silentMs, 'the database', sql`select 1`)
      silences = 0
    } catch {
      silences = performance.now() - started >= silentMs ? silences + 1 : 0
    }
    if (silences >= SILENCES_MAX) {
      log.error({ silent_ms: SILENCES_MAX * silentMs }, 'database_link_silent')
      return giveUp()
    }
    timer = setTimeout(() => void look(), everyMs)
  }
  timer = setTimeout(() => void look(), everyMs)
  return { stop: () => clearTimeout(timer) }
}
