import { brokerageSettings, brokerageUrl, type Config } from '../../shared/config.ts'
import type { Log } from '../../shared/log.ts'
import { openBrokerage } from '../../shared/market/brokerage.ts'
import { createLiveMarket, type LiveMarket } from '../../shared/market/live-market.ts'
import type { Limits } from '../../shared/market/market-limits.ts'
import { openProviders, RESERVED_FOR_INGEST } from '../../shared/market/open-providers.ts'
import type { QuoteProvider } from '../../shared/market/quote-provider.ts'
import { takeToken } from '../../shared/postgres/market/vendor-budgets.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { eitherClock } from '../../shared/time/either-clock.ts'

interface OpenMarket {
  market: LiveMarket
  /** The providers to query, in order of preference. */
  providers: readonly QuoteProvider[]
  close(): Promise<void>
}

/** The market of a worker, with its own brokerage client if one is configured; all processes share request budgets. */
export function openMarket(
  config: Config,
  { sql, clock, log }: { sql: Pool; clock: Clock; log: Log },
  limits: Limits,
): OpenMarket {
  const settings = brokerageSettings(config)
  const brokerage =
    settings && openBrokerage({ ...settings, baseUrl: () => brokerageUrl(config, clock.now()), clock, log })
  const { providers, close } = openProviders({
    config,
    brokerage,
    clock,
    takeToken: (vendor) => takeToken(sql, vendor, { spare: RESERVED_FOR_INGEST[vendor] }),
  })
  return {
    market: createLiveMarket({ providers, limits, nowMs: eitherClock(clock), now: () => clock.now() }),
    providers,
    async close() {
      await Promise.all([close(), brokerage?.close()])
    },
  }
}
