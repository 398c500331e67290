import type { Config } from '../shared/config.ts'
import type { Log } from '../shared/log.ts'
import { MARKET_LIMITS } from '../shared/market/market-limits.ts'
import type { Pool } from '../shared/postgres/db.ts'
import type { Clock } from '../shared/time/clock.ts'
import { keepQuotes } from './keep-quotes.ts'
import { openMarket } from './open-market.ts'

/** Nobody reuses what the worker fetched but through its table. */
const LIMITS = { ...MARKET_LIMITS, realtimeKeptMs: 0, delayedKeptMs: 0, quoteDeadlineMs: 5_000 }

/** Runs the quotes worker until `stop`. */
export function startQuotes(
  config: Config,
  { sql, clock, log }: { sql: Pool; clock: Clock; log: Log },
): { stop(): Promise<void> } {
  const { market, close } = openMarket(config, { sql, clock, log }, LIMITS)
  const stopping = new AbortController()
  const keeping = keepQuotes({ sql, market, clock, log }, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await keeping
      await close()
    },
  }
}
