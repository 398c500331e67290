import {
  type AlpacaSettings,
  alpacaSettings,
  alpacaStreamUrl,
  brokerageSettings,
  brokerageUrl,
  type Config,
} from '../shared/config.ts'
import type { Log } from '../shared/log.ts'
import { openAlpacaStream } from '../shared/market/alpaca-stream.ts'
import { openBrokerage } from '../shared/market/brokerage.ts'
import { createLiveMarket } from '../shared/market/live-market.ts'
import { MARKET_LIMITS } from '../shared/market/market-limits.ts'
import { openProviders, SPARED } from '../shared/market/open-providers.ts'
import type { QuoteProvider } from '../shared/market/quote-provider.ts'
import type { QuoteStream } from '../shared/market/quote-stream.ts'
import type { Pool } from '../shared/postgres/db.ts'
import { takeToken } from '../shared/postgres/vendor-budgets.ts'
import type { Clock } from '../shared/time/clock.ts'
import { keepQuotes } from './keep-quotes.ts'

/** Nobody reuses what the worker fetched but through its table. */
const LIMITS = { ...MARKET_LIMITS, realtimeKeptMs: 0, delayedKeptMs: 0, quoteDeadlineMs: 5_000 }

interface Deps {
  sql: Pool
  clock: Clock
  log: Log
}

/** Of whoever is preferred; a stream of somebody else would overrule the operator's order. */
export function streamOf(
  config: Config,
  preferred: QuoteProvider | undefined,
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
): (() => QuoteStream) | null {
  const settings: AlpacaSettings | null = preferred?.id === 'alpaca' ? alpacaSettings(config) : null
  if (!settings || !preferred) return null
  const snapshots: QuoteProvider['quotes'] = (symbols, signal) => preferred.quotes(symbols, signal)
  return () => openAlpacaStream({ ...settings, url: () => alpacaStreamUrl(config, clock.now()), snapshots, clock, log })
}

/** Runs the quotes worker until `stop`, with a brokerage of its own where one is configured. */
export function startQuotes(config: Config, { sql, clock, log }: Deps): { stop(): Promise<void> } {
  const settings = brokerageSettings(config)
  const brokerage =
    settings && openBrokerage({ ...settings, baseUrl: () => brokerageUrl(config, clock.now()), clock, log })
  const { providers, close } = openProviders({
    config,
    brokerage,
    clock,
    takeToken: (vendor) => takeToken(sql, vendor, { spare: SPARED[vendor] }),
  })
  const market = createLiveMarket({ providers, limits: LIMITS })
  const openStream = streamOf(config, providers[0], { clock, log })
  const stopping = new AbortController()
  const keeping = keepQuotes({ sql, market, openStream, clock, log }, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await keeping
      await Promise.all([close(), brokerage?.close()])
    },
  }
}
