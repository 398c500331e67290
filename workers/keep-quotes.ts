import { setTimeout as sleep } from 'node:timers/promises'
import type { MarketQuote } from '../shared/domain/market-quote.ts'
import { errorMessage } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import type { LiveMarket } from '../shared/market/live-market.ts'
import type { Pool } from '../shared/postgres/db.ts'
import { leadQuotes, saveLatestQuotes, wishedQuotes } from '../shared/postgres/latest-quotes.ts'
import { siblingPool } from '../shared/postgres/sibling-pool.ts'
import { marketAt } from '../shared/time/calendar.ts'
import type { Clock } from '../shared/time/clock.ts'

/** Always fresh, whoever reads. */
const ALWAYS = ['SPY'] as const
const WISHED_WITHIN_S = 300
/** One request of the preferred vendor takes so many. */
const SYMBOLS_MAX = 300
/** A delayed vendor is asked symbol by symbol, and has nothing new before long. */
const DELAYED_SYMBOLS_MAX = 5

export interface Pace {
  openMs: number
  closedMs: number
  delayedMs: number
  failedMs: number
  /** How often whoever does not lead looks whether it may. */
  waitingMs: number
}

export const PACE: Pace = { openMs: 1_000, closedMs: 30_000, delayedMs: 15_000, failedMs: 5_000, waitingMs: 2_000 }

export interface KeepQuotesDeps {
  sql: Pool
  /** Without reuse of its own: what it says is what others reuse. */
  market: LiveMarket
  clock: Clock
  log: Log
  pace?: Pace
}

/**
 * Keeps the quotes of a bounded set of symbols fresh in `latest_quotes` until the signal. Any number of processes may
 * run it: one leads, by a lock that ends with its connection, and the others wait for its end.
 */
export async function keepQuotes(
  { sql, market, clock, log, pace = PACE }: KeepQuotesDeps,
  signal: AbortSignal,
): Promise<void> {
  const lead = siblingPool(sql, { max: 1 })
  let leads = false
  let failing = false
  let slow = false

  async function turn(): Promise<number> {
    const led = leads
    leads = await leadQuotes(lead)
    if (leads !== led) log.info({ leads }, 'quotes_lead_changed')
    if (!leads) return pace.waitingMs
    const limit = slow ? DELAYED_SYMBOLS_MAX : SYMBOLS_MAX
    const wished = await wishedQuotes(sql, { withinSeconds: WISHED_WITHIN_S, limit })
    const symbols = [...new Set([...ALWAYS, ...wished])].slice(0, limit)
    const askedAt = clock.now()
    const answers = await market.quotes(symbols)
    const quotes = [...answers.values()].flatMap(({ value, reason }): MarketQuote[] =>
      value && reason === null ? [value] : [],
    )
    await saveLatestQuotes(sql, quotes, askedAt)
    const reason = quotes.length === 0 ? ([...answers.values()][0]?.reason ?? null) : null
    if (reason !== null && !failing) log.warn({ reason, symbols: symbols.length }, 'quotes_not_kept')
    if (reason === null && failing) log.info({ symbols: quotes.length }, 'quotes_kept_again')
    failing = reason !== null
    slow = quotes.some(({ delaySeconds }) => delaySeconds > 0)
    if (failing) return pace.failedMs
    if (slow) return pace.delayedMs
    return marketAt(clock.now()).phase === 'open' ? pace.openMs : pace.closedMs
  }

  try {
    while (!signal.aborted) {
      const waitMs = await turn().catch((error: unknown) => {
        log.warn({ error: errorMessage(error) }, 'quotes_turn_failed')
        return pace.failedMs
      })
      await sleep(waitMs, undefined, { signal }).catch(() => {})
    }
  } finally {
    await lead.end({ timeout: 1 })
  }
}
