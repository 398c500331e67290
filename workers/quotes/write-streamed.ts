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
  /** Null while this process does not lead, and where there is no stream. */
  stream: () => QuoteStream | null
  clock: Clock
  log: Log
  pace: Pace
}

/**
 * Writes the streamed quotes a few times a second: those that changed, and once per turn all that the stream confirms,
 * so that a quiet symbol does not look stale.
 */
export async function writeStreamed({ sql, stream, clock, log, pace }: Deps, signal: AbortSignal): Promise<void> {
  let wholeAtMs = 0
  let isFailing = false

  async function write(): Promise<number> {
    const live = stream()
    if (!live) return pace.writeMs
    const now = clock.now()
    const isWhole = performance.now() >= wholeAtMs
    const changes = live.changes()
    const quotes = isWhole ? [...live.quotes().values()] : changes
    await saveLatestQuotes(sql, quotes, now)
    if (isWhole) wholeAtMs = performance.now() + (marketAt(now).phase === 'open' ? pace.openMs : pace.closedMs)
    isFailing = false
    return pace.writeMs
  }

  while (!signal.aborted) {
    const waitMs = await write().catch((error: unknown) => {
      if (!isFailing) log.warn({ error: errorMessage(error) }, 'streamed_quotes_not_written')
      isFailing = true
      wholeAtMs = 0
      return pace.failedMs
    })
    await sleep(waitMs, undefined, { signal }).catch(() => {})
  }
}
