import type { Log } from '../log.ts'

const AGAIN_AFTER_MS = 60_000

/**
 * Decides which failures of something that repeats are worth a log line: the first, then one a minute, with the number
 * of failures since the last line.
 */
export function createOutageLines() {
  let since: number | null = null
  let toldAt = Number.NEGATIVE_INFINITY
  let untold = 0
  return {
    /** Returns how many failures the line represents; null if it is not time for one. */
    failed(nowMs: number): number | null {
      since ??= nowMs
      untold += 1
      if (nowMs - toldAt < AGAIN_AFTER_MS) return null
      const failures = untold
      toldAt = nowMs
      untold = 0
      return failures
    },
    /** Returns how long the failures lasted; null if nothing had failed. */
    restored(nowMs: number): number | null {
      const awayMs = since === null ? null : nowMs - since
      since = null
      toldAt = Number.NEGATIVE_INFINITY
      untold = 0
      return awayMs
    },
  }
}

/**
 * Logs the state of one connection to the broker, so that an outage of an hour does not fill the log of every process.
 */
export function createOutageLog(log: Log, connection: string) {
  const lines = createOutageLines()
  return {
    lost: (error: string): void => log.warn({ connection, error }, 'broker_link_lost'),
    failed(error: string): void {
      const failures = lines.failed(performance.now())
      if (failures !== null) log.warn({ connection, error, failures }, 'broker_connect_failed')
    },
    restored(): void {
      const awayMs = lines.restored(performance.now())
      if (awayMs !== null) log.info({ connection, away_ms: Math.round(awayMs) }, 'broker_link_restored')
    },
  }
}
