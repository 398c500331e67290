import pino from 'pino'
import { alpacaSettings, alpacaStreamUrl, readConfig } from '../../shared/config.ts'
import { openAlpacaStream } from '../../shared/market/alpaca-stream.ts'
import { createLiveMarket } from '../../shared/market/live-market.ts'
import { MARKET_LIMITS } from '../../shared/market/market-limits.ts'
import { openProviders } from '../../shared/market/open-providers.ts'
import { STREAM_PACE } from '../../shared/market/stream-health.ts'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'
import { keepQuotes } from '../../workers/quotes/keep-quotes.ts'
import { PACE } from '../../workers/quotes/quotes-pace.ts'
import { ALPACA_KEYS } from '../market/support.ts'
import type { Vendors } from './vendors.ts'

const FAST = { ...PACE, openMs: 20, closedMs: 20, delayedMs: 20, failedMs: 20, waitingMs: 20, writeMs: 20, heldMs: 20 }
const STREAM = { ...STREAM_PACE, silentMs: 1_200, watchMs: 50, stableMs: 400, backoff: { firstMs: 50, maxMs: 200 } }

export interface Keeper {
  /** Its log events, in order. */
  events(): { event: string; leads?: boolean; reason?: string }[]
  leads(): boolean
  stop(): Promise<void>
}

interface KeeperOptions {
  name?: string
  /** True: with Alpaca's keys and its stream; otherwise only the delayed vendor. */
  streams?: boolean
  /** Absent: the stream may always run. */
  mayStream?: () => boolean
}

/** The quotes worker over the simulated vendors and their clock, at a fast pace. */
export function openKeeper(
  vendors: Vendors,
  { name = 'quotes-test', streams = false, mayStream }: KeeperOptions = {},
): Keeper {
  const lines: string[] = []
  const log = pino({ messageKey: 'event' }, { write: (line: string) => void lines.push(line) })
  const sql: Pool = openPool(vendors.db.url, { max: 3, name })
  const clock = { now: () => vendors.at }
  const { keyId, secretKey } = ALPACA_KEYS.basic
  const config = readConfig({
    SIMULATOR_URL: vendors.world.simulator.url,
    ...(streams ? { ALPACA_KEY_ID: keyId, ALPACA_SECRET_KEY: secretKey } : {}),
  })
  const takeToken = () => Promise.resolve(0)
  const { providers, close } = openProviders({ config, brokerage: null, clock, takeToken })
  const limits = { ...MARKET_LIMITS, delayedKeptMs: 0, realtimeKeptMs: 0, restMs: 0 }
  const market = createLiveMarket({ providers, limits })
  const settings = alpacaSettings(config)
  const openStream =
    settings &&
    (() =>
      openAlpacaStream({
        ...settings,
        url: () => alpacaStreamUrl(config, clock.now()),
        pollQuotes: (symbols, signal) => providers[0]!.quotes(symbols, signal),
        clock,
        log,
        pace: STREAM,
      }))
  const stopping = new AbortController()
  const keeping = keepQuotes({ sql, market, openStream, mayStream, clock, log, pace: FAST }, stopping.signal)
  const events: Keeper['events'] = () => lines.map((line) => JSON.parse(line))
  return {
    events,
    leads: () => events().findLast(({ event }) => event === 'quotes_lead_changed')?.leads === true,
    async stop() {
      stopping.abort()
      await keeping
      await close()
      await sql.end({ timeout: 1 })
    },
  }
}
