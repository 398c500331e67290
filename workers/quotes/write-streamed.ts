import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'
import type { QuoteStream } from '../../shared/market/quote-stream.ts'
import { saveLatestQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { marketAt } from '../../shared/time/calendar.ts'
import type { Clock } from '../../shared/time/clock.ts'
import type { Pace } from './quotes-pace.ts'

interface Deps {
  sql: Db
  /** Null while this process does not lead, or nobody streams. */
  stream: () => QuoteStream | null
  clock: Clock
  log: Log
  pace: Pace
}

/**
 * Writes what streams, whatever came in between, a few times a second: what changed, and once a turn everything the
 * stream vouches for, so that a quiet symbol does not look forgotten.
 */
export async function writeStreamed({ sql, stream, clock, log, pace }: Deps, signal: AbortSignal): Promise<void> {
  let wholeAtMs = 0
  let failing = false

  async function write(): Promise<number> {
    const of = stream()
    if (!of) return pace.writeMs
    const now = clock.now()
    const isWhole = performance.now() >= wholeAtMs
    const changes = of.changes()
    const quotes = isWhole ? [...of.quotes().values()] : changes
    await saveLatestQuotes(sql, quotes, now)
    if (isWhole) wholeAtMs = performance.now() + (marketAt(now).phase === 'open' ? pace.openMs : pace.closedMs)
    failing = false
    return pace.writeMs
  }

  while (!signal.aborted) {
    const waitMs = await write().catch((error: unknown) => {
      if (!failing) log.warn({ error: errorMessage(error) }, 'streamed_quotes_not_written')
      failing = true
      wholeAtMs = 0
      return pace.failedMs
    })
    await sleep(waitMs, undefined, { signal }).catch(() => {})
  }
}
