import { brokerageSettings, brokerageUrl, type Config } from '../shared/config.ts'
import type { Log } from '../shared/log.ts'
import { openBrokerage } from '../shared/market/brokerage.ts'
import { createLiveMarket, type LiveMarket } from '../shared/market/live-market.ts'
import { MARKET_LIMITS } from '../shared/market/market-limits.ts'
import { openProviders, SPARED } from '../shared/market/open-providers.ts'
import type { Pool } from '../shared/postgres/db.ts'
import { takeToken } from '../shared/postgres/vendor-budgets.ts'
import type { Clock } from '../shared/time/clock.ts'

/** Nothing is reused: whoever asks in a worker wants what is true now, and can wait longer than a reader. */
const LIMITS = { ...MARKET_LIMITS, realtimeKeptMs: 0, delayedKeptMs: 0, quoteDeadlineMs: 5_000 }

/** The market as a worker asks it, with a brokerage of its own where one is configured. */
export function openMarket(
  config: Config,
  { sql, clock, log }: { sql: Pool; clock: Clock; log: Log },
): { market: LiveMarket; close(): Promise<void> } {
  const settings = brokerageSettings(config)
  const brokerage =
    settings && openBrokerage({ ...settings, baseUrl: () => brokerageUrl(config, clock.now()), clock, log })
  const { providers, close } = openProviders({
    config,
    brokerage,
    clock,
    takeToken: (vendor) => takeToken(sql, vendor, { spare: SPARED[vendor] }),
  })
  return {
    market: createLiveMarket({ providers, limits: LIMITS }),
    async close() {
      await Promise.all([close(), brokerage?.close()])
    },
  }
}
