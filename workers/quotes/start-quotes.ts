import { type AlpacaSettings, alpacaSettings, alpacaStreamUrl, type Config } from '../../shared/config.ts'
import type { Log } from '../../shared/log.ts'
import { openAlpacaStream } from '../../shared/market/alpaca-stream.ts'
import { MARKET_LIMITS } from '../../shared/market/market-limits.ts'
import type { QuoteProvider } from '../../shared/market/quote-provider.ts'
import type { QuoteStream } from '../../shared/market/quote-stream.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import type { ServiceClock } from '../../shared/postgres/server/service-time.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { keepQuotes } from './keep-quotes.ts'
import { openMarket } from './open-market.ts'

/** The worker itself caches nothing: others reuse its quotes through the table. */
const LIMITS = { ...MARKET_LIMITS, realtimeKeptMs: 0, delayedKeptMs: 0, quoteDeadlineMs: 5_000 }

interface Deps {
  sql: Pool
  /** The database itself, for the lock of the leader. */
  lead: Pool
  clock: Pick<ServiceClock, 'now' | 'isKnown' | 'isGoverned'>
  log: Log
}

/** Only the preferred provider may stream: another provider's stream would overrule the operator's order. */
export function streamOf(
  config: Config,
  preferred: QuoteProvider | undefined,
  { clock, log }: { clock: Clock; log: Log },
): (() => QuoteStream) | null {
  const settings: AlpacaSettings | null = preferred?.id === 'alpaca' ? alpacaSettings(config) : null
  if (!settings || !preferred) return null
  const pollQuotes: QuoteProvider['quotes'] = (symbols, signal) => preferred.quotes(symbols, signal)
  return () =>
    openAlpacaStream({ ...settings, url: () => alpacaStreamUrl(config, clock.now()), pollQuotes, clock, log })
}

/** Runs the quotes worker until `stop`. */
export function startQuotes(
  config: Config,
  { sql, lead, clock, log }: Deps,
): { renew(): Promise<void>; stop(): Promise<void> } {
  const { market, providers, close } = openMarket(config, { sql, clock, log }, LIMITS)
  const openStream = streamOf(config, providers[0], { clock, log })
  const stopping = new AbortController()
  let renew = async (): Promise<void> => {}
  const onRenewal = (given: () => Promise<void>): void => {
    renew = given
  }
  // The connection follows real time, even while a commanded clock stands still or jumps.
  const mayStream = () => !clock.isGoverned()
  const keeping = keepQuotes(
    { sql, leadOn: lead, market, openStream, mayStream, clock, log, onRenewal },
    stopping.signal,
  )
  return {
    renew: () => renew(),
    async stop() {
      stopping.abort()
      await keeping
      await close()
    },
  }
}
