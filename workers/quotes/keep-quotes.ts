import { setTimeout as sleep } from 'node:timers/promises'
import type { MarketQuote } from '../../shared/domain/market/market-quote.ts'
import { parseInstrument, underlyingOf } from '../../shared/domain/trading/instrument.ts'
import { errorMessage } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'
import type { LiveMarket } from '../../shared/market/live-market.ts'
import type { QuoteStream } from '../../shared/market/quote-stream.ts'
import { leadQuotes, saveLatestQuotes, wishedQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import { type Pool, siblingPool } from '../../shared/postgres/server/db.ts'
import { heldInstruments } from '../../shared/postgres/trading/holdings.ts'
import { marketAt } from '../../shared/time/calendar.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { PACE, type Pace, waitAfter } from './quotes-pace.ts'
import { createRequestRota } from './request-rota.ts'
import { writeStreamed } from './write-streamed.ts'

/** Refreshed even when no client reads them. */
const ALWAYS = ['SPY']
/** More than the number of symbols that we list. */
const SYMBOLS_MAX = 1_000
const WISHES = { withinSeconds: 300, limit: SYMBOLS_MAX }
/** The maximum number of symbols in one request of the preferred vendor. */
const REQUESTED_MAX = 300
/** A delayed vendor takes one request per symbol and has nothing new for a while. */
const DELAYED_REQUESTED_MAX = 5

interface KeepQuotesDeps {
  sql: Pool
  /** The pool on which the lock of the leader is held; absent means `sql`. */
  leadOn?: Pool
  /** Must not cache, because others reuse its quotes through the table. */
  market: LiveMarket
  /** Opened only by the leader, because a vendor account has one connection. Null: there is no stream. */
  openStream?: (() => QuoteStream) | null
  /** False while service time does not run like the vendor's: then every quote is requested. Absent: it always does. */
  mayStream?: (() => boolean) | undefined
  clock: Clock
  log: Log
  pace?: Pace
  /** Gets a function that fetches all quotes again, for a clock that has moved; it resolves when they are stored. */
  onRenewal?: (renew: () => Promise<void>) => void
}

/**
 * Keeps the quotes of a bounded set of symbols fresh in `latest_quotes` until the signal: from a stream if there is
 * one, and by requests for every symbol that the stream does not confirm. Any number of processes may run it: one leads
 * by a lock that ends with its connection, and the others stand by.
 */
export async function keepQuotes(
  {
    sql,
    leadOn = sql,
    market,
    openStream = null,
    mayStream = () => true,
    clock,
    log,
    pace = PACE,
    onRenewal,
  }: KeepQuotesDeps,
  signal: AbortSignal,
): Promise<void> {
  const lead = siblingPool(leadOn, { max: 1 })
  const rota = createRequestRota()
  let stream: QuoteStream | null = null
  let lastHeld: { symbols: string[]; untilMs: number } = { symbols: [], untilMs: 0 }
  let leads = false
  const fetcher = createQuoteFetcher({ sql, market, clock, log })

  function setLead(now: boolean): void {
    if (leads !== now) log.info({ leads: now }, 'quotes_lead_changed')
    leads = now
    if (leads && mayStream()) stream ??= openStream?.() ?? null
    else endStream()
  }

  function endStream(): void {
    stream?.close()
    stream = null
  }

  async function heldSymbols(): Promise<string[]> {
    if (performance.now() < lastHeld.untilMs) return lastHeld.symbols
    const parsed = (await heldInstruments(sql, SYMBOLS_MAX)).map(parseInstrument)
    const symbols = parsed.flatMap((instrument) => (instrument ? [underlyingOf(instrument)] : []))
    lastHeld = { symbols: [...new Set(symbols)].sort(), untilMs: performance.now() + pace.heldMs }
    return lastHeld.symbols
  }

  async function turn(): Promise<number> {
    setLead(await leadQuotes(lead))
    if (!leads) return pace.waitingMs
    const held = await heldSymbols()
    const wished = (await wishedQuotes(sql, WISHES)).sort()
    stream?.follow([...ALWAYS, ...held, ...wished])
    const streamed = stream?.quotes() ?? new Map<string, MarketQuote>()
    const always = ALWAYS.filter((symbol) => !streamed.has(symbol))
    const needsRequest = (symbol: string): boolean => !streamed.has(symbol) && !ALWAYS.includes(symbol)
    const others = { held: held.filter(needsRequest), wished: wished.filter(needsRequest) }
    const requestedMax = fetcher.isDelayed() ? DELAYED_REQUESTED_MAX : REQUESTED_MAX
    await fetcher.fetchQuotes([...always, ...rota.pick(others, requestedMax - always.length)])
    const requested = { isFailing: fetcher.isFailing(), isDelayed: fetcher.isDelayed() }
    return waitAfter(requested, marketAt(clock.now()).phase, pace)
  }

  let current: Promise<unknown> = Promise.resolve()
  const inTurn = (): Promise<number> => {
    const next = current.then(turn)
    current = next.catch(() => {})
    return next
  }
  // A turn in progress may have begun before the clock moved, so a renewal is a turn of its own.
  onRenewal?.(async () => void (await inTurn().catch(() => {})))

  const writing = writeStreamed({ sql, stream: () => stream, clock, log, pace }, signal)
  try {
    while (!signal.aborted) {
      const waitMs = await inTurn().catch((error: unknown) => {
        log.warn({ error: errorMessage(error) }, 'quotes_turn_failed')
        return pace.failedMs
      })
      await sleep(waitMs, undefined, { signal }).catch(() => {})
    }
  } finally {
    endStream()
    await writing
    await lead.end({ timeout: 1 })
  }
}

/** Requests quotes and stores them. Remembers whether the last request failed and whether its vendor is delayed. */
function createQuoteFetcher({ sql, market, clock, log }: Pick<KeepQuotesDeps, 'sql' | 'market' | 'clock' | 'log'>) {
  let isFailing = false
  let isDelayed = false

  async function fetchQuotes(symbols: readonly string[]): Promise<void> {
    const fetchedAt = clock.now()
    const answers = symbols.length > 0 ? [...(await market.quotes(symbols)).values()] : []
    const quotes = answers.flatMap(({ value, reason }): MarketQuote[] => (value && reason === null ? [value] : []))
    await saveLatestQuotes(sql, quotes, fetchedAt)
    // A symbol that every vendor denies is no outage.
    const unanswered = answers.find((answer) => answer.reason !== null && !answer.unknown)
    const reason = quotes.length === 0 ? (unanswered?.reason ?? null) : null
    if (reason !== null && !isFailing) log.warn({ reason, symbols: symbols.length }, 'quotes_not_kept')
    if (reason === null && isFailing) log.info({ symbols: quotes.length }, 'quotes_kept_again')
    isFailing = reason !== null
    isDelayed = quotes.some(({ delaySeconds }) => delaySeconds > 0)
  }

  return { fetchQuotes, isFailing: () => isFailing, isDelayed: () => isDelayed }
}
