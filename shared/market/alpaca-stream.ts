import type { AlpacaFrame } from '../../pipeline/sources/feeds/alpaca-frames.ts'
import { isAhead } from '../../pipeline/sources/feeds/is-ahead.ts'
import type { AlpacaSettings } from '../config.ts'
import { ALPACA_DELAY_SECONDS, type AlpacaStockFeed } from '../domain/market/alpaca-feed.ts'
import type { MarketQuote } from '../domain/market/market-quote.ts'
import { INDICES } from '../domain/market/tradeable.ts'
import { errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import { marketAt } from '../time/calendar.ts'
import type { Clock } from '../time/clock.ts'
import type { AlpacaConnection } from './alpaca-connection.ts'
import { type AlpacaLink, openAlpacaLink } from './alpaca-link.ts'
import type { QuoteStream } from './quote-stream.ts'
import { STREAM_PACE, type StreamPace, streamFault } from './stream-health.ts'
import { createSubscriptions, type Subscriptions } from './stream-subscriptions.ts'
import { createStreamedQuotes, type StreamedQuotes } from './streamed-quotes.ts'

const POLL_MS_MAX = 5_000
/** Symbols a plan allows per connection; a refusal of the vendor lowers it. */
const SYMBOLS_MAX: Readonly<Record<AlpacaStockFeed, number>> = { iex: 30, delayed_sip: 30, sip: 300 }
const SYMBOL_LIMIT = 405
/** Refusals that trying again soon will not change. */
const PERMANENT: Readonly<Record<number, string>> = { 402: 'the key is refused', 409: 'the feed is not paid for' }
const TEMPORARY: Readonly<Record<number, string>> = {
  404: 'the login came too late',
  406: 'another connection uses the account’s only place',
  407: 'this client reads too slowly',
}

export interface AlpacaStreamDeps extends AlpacaSettings {
  /** Base URL of the stream now; the simulator's contains the instant. */
  url(): string
  /** Requests whole quotes from the same vendor. */
  pollQuotes(symbols: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, MarketQuote | null>>
  clock: Clock
  log: Log
  pace?: StreamPace
  nowMs?: () => number
}

interface StreamState extends Required<AlpacaStreamDeps> {
  delaySeconds: number
  book: StreamedQuotes
  subscriptions: Subscriptions
  link: AlpacaLink
  /** Since when this process has seen the market open; null while it is closed. */
  openSinceMs: number | null
  isPolling: boolean
}

/**
 * Quotes of shares from the vendor's stream. It logs in, subscribes and stores what arrives. A connection that breaks,
 * is silent, is late or sends unreadable data is dropped and opened again after a growing pause; meanwhile there are no
 * quotes.
 */
export function openAlpacaStream(deps: AlpacaStreamDeps): QuoteStream {
  const { stockFeed, url, log, pace = STREAM_PACE, nowMs = () => performance.now() } = deps
  const delaySeconds = ALPACA_DELAY_SECONDS[stockFeed]
  const book = createStreamedQuotes(delaySeconds)
  const subscriptions = createSubscriptions(SYMBOLS_MAX[stockFeed])
  const link = openAlpacaLink(
    { url: () => `${url()}/v2/${stockFeed}`, pace, nowMs, log },
    {
      onFrame: (connection, frame) => handleFrame(stream, connection, frame),
      onLost() {
        book.clear()
        subscriptions.forget()
      },
    },
  )
  const stream: StreamState = {
    ...deps,
    pace,
    nowMs,
    delaySeconds,
    book,
    subscriptions,
    link,
    openSinceMs: null,
    isPolling: false,
  }
  const watching = setInterval(() => watch(stream), pace.watchMs).unref()
  watch(stream)
  link.connect()

  return {
    follow(symbols) {
      subscriptions.want(symbols.filter((symbol) => !INDICES.has(symbol)))
      subscribe(stream)
    },
    quotes: () => (isReliable(stream) ? book.all(heardSince(stream)) : new Map()),
    changes: () => (isReliable(stream) ? book.changes(heardSince(stream)) : []),
    close() {
      clearInterval(watching)
      link.close()
    },
  }
}

function handleFrame(stream: StreamState, connection: AlpacaConnection, frame: AlpacaFrame): void {
  const { book, subscriptions, nowMs } = stream
  switch (frame.kind) {
    case 'connected':
      connection.send({ action: 'auth', key: stream.keyId, secret: stream.secretKey })
      break
    case 'authenticated':
      connection.liveMs = nowMs()
      subscribe(stream)
      break
    case 'refused':
      handleRefusal(stream, frame.code)
      break
    case 'subscribed':
      subscriptions.confirm(frame.symbols)
      book.follow(frame.symbols, nowMs())
      void poll(stream)
      break
    case 'trade':
      if (isCredible(stream, connection, frame, frame.trade.t))
        book.trade(frame.symbol, { ...frame.trade, t: arrived(stream, frame.trade.t) })
      break
    case 'touch':
      if (isCredible(stream, connection, frame, frame.touch.t))
        book.touch(frame.symbol, { ...frame.touch, t: arrived(stream, frame.touch.t) }, nowMs())
      break
  }
}

function handleRefusal(stream: StreamState, code: number): void {
  const { subscriptions, link, log } = stream
  const limit = code === SYMBOL_LIMIT ? subscriptions.lowerLimit() : null
  if (limit !== null) {
    log.warn({ limit }, 'quotes_stream_limited')
    subscribe(stream)
    return
  }
  const permanent = PERMANENT[code]
  if (permanent) link.slowDown()
  link.lose(`refused with code ${code}: ${permanent ?? TEMPORARY[code] ?? 'the vendor cannot serve it'}`)
}

function subscribe({ link, subscriptions }: StreamState): void {
  const connection = link.live()
  if (!connection) return
  const { add, drop } = subscriptions.change()
  if (drop.length > 0) connection.send({ action: 'unsubscribe', trades: drop, quotes: drop })
  if (add.length > 0) connection.send({ action: 'subscribe', trades: add, quotes: add })
}

/** Rejects data from the future and of symbols that were not requested; otherwise records when it arrived. */
function isCredible(
  { book, clock, nowMs }: StreamState,
  connection: AlpacaConnection,
  { symbol }: { symbol: string },
  at: Date,
): boolean {
  if (isAhead(at, clock.now()) || !book.follows(symbol)) return false
  connection.dataMs = nowMs()
  connection.newestAt = Math.max(connection.newestAt, at.getTime())
  return true
}

/** Clocks of vendors differ from ours by some seconds. */
const FAST_MS_MAX = 5_000

/** Data from further ahead is as old as its arrival; it would keep out everything that comes until then. */
function arrived({ clock }: StreamState, at: Date): Date {
  const now = clock.now()
  return at.getTime() - now.getTime() > FAST_MS_MAX ? now : at
}

/** Requests whole quotes of the symbols that are due. */
async function poll(stream: StreamState): Promise<void> {
  if (stream.isPolling) return
  const requestedMs = stream.nowMs()
  const due = stream.book.due(requestedMs)
  if (due.length === 0) return
  stream.isPolling = true
  try {
    const found = await stream.pollQuotes(due, AbortSignal.timeout(POLL_MS_MAX))
    stream.book.addPolled(
      [...found.values()]
        .filter((quote) => quote !== null)
        .map((quote) => ({ ...quote, quotedAt: arrived(stream, quote.quotedAt) })),
      requestedMs,
    )
  } catch (error) {
    stream.log.debug({ error: errorMessage(error) }, 'quotes_stream_not_seeded')
  } finally {
    stream.isPolling = false
  }
}

/** Runs every `watchMs`: drops an unhealthy connection, keeps a healthy one alive, and polls. */
function watch(stream: StreamState): void {
  const { clock, nowMs, link } = stream
  stream.openSinceMs = marketAt(clock.now()).phase === 'open' ? (stream.openSinceMs ?? nowMs()) : null
  const connection = link.connection()
  if (!connection) return
  const reason = faultOf(stream, connection)
  if (reason !== null) link.lose(reason)
  if (!link.live()) return
  link.forgiveWhenStable()
  connection.pingWhenDue()
  void poll(stream)
}

function faultOf(stream: StreamState, connection: AlpacaConnection): string | null {
  const { clock, nowMs, delaySeconds, openSinceMs, subscriptions, pace } = stream
  const lateMs = clock.now().getTime() - delaySeconds * 1_000 - connection.newestAt
  return streamFault(connection, { nowMs: nowMs(), openSinceMs, isSent: subscriptions.isSent(), lateMs }, pace)
}

/**
 * A symbol whose touch has not arrived for as long as quotes may be late is polled instead: the vendor may have dropped
 * only this symbol, or only its quotes and not its trades. While the market is closed nothing is expected.
 */
function heardSince({ nowMs, openSinceMs, pace }: StreamState): number {
  return openSinceMs === null ? Number.NEGATIVE_INFINITY : nowMs() - pace.lagMs
}

/** While the market is open, quotes count only after the first data arrived. */
function isReliable({ link, subscriptions, openSinceMs, stockFeed }: StreamState): boolean {
  const connection = link.live()
  if (!connection || !subscriptions.isSent()) return false
  const isReady = openSinceMs === null || connection.dataMs !== null
  if (isReady) link.reportLive({ symbols: subscriptions.sent(), feed: stockFeed })
  return isReady
}
