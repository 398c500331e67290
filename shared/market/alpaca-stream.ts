import { WebSocket } from 'ws'
import { type AlpacaFrame, parseAlpacaFrames } from '../../pipeline/sources/feeds/alpaca-frames.ts'
import { isAhead } from '../../pipeline/sources/feeds/alpaca-quotes.ts'
import { backoffMs } from '../broker/retry.ts'
import type { AlpacaSettings } from '../config.ts'
import { ALPACA_DELAY_SECONDS, type AlpacaStockFeed } from '../domain/market/alpaca-feed.ts'
import type { MarketQuote } from '../domain/market/market-quote.ts'
import { INDICES } from '../domain/market/tradeable.ts'
import { errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import { marketAt } from '../time/calendar.ts'
import type { Clock } from '../time/clock.ts'
import type { QuoteStream } from './quote-stream.ts'
import { type Connected, STREAM_PACE, type StreamPace, streamFault } from './stream-health.ts'
import { createSubscriptions } from './stream-subscriptions.ts'
import { createStreamedQuotes } from './streamed-quotes.ts'

const FRAME_BYTES_MAX = 1_000_000
const SEED_MS_MAX = 5_000
/** What a plan lets one connection follow; the vendor's own refusal lowers it. */
const SYMBOLS_MAX: Readonly<Record<AlpacaStockFeed, number>> = { iex: 30, delayed_sip: 30, sip: 300 }
const SYMBOL_LIMIT = 405
/** Asking again at once will not help: wrong keys, a feed that is not paid for. */
const HOPELESS: Readonly<Record<number, string>> = { 402: 'the key is refused', 409: 'the feed is not paid for' }
const REFUSED: Readonly<Record<number, string>> = {
  404: 'the login came too late',
  406: 'another connection has the account’s place',
  407: 'we read too slowly',
}

export interface AlpacaStreamDeps extends AlpacaSettings {
  /** Where the stream begins at this moment. */
  url(): string
  /** Whole snapshots, of the same vendor. */
  snapshots(symbols: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, MarketQuote | null>>
  clock: Clock
  log: Log
  pace?: StreamPace
  nowMs?: () => number
}

interface Connection extends Connected {
  socket: WebSocket
  pingedMs: number
  /** The newest time of a quote or a trade. */
  newestAt: number
}

/**
 * The vendor's stream of shares, kept up: it logs in, follows, and where it breaks, says nothing, is late or sends what
 * nobody can read, it is given up and opened again after a growing pause. Meanwhile it vouches for nothing.
 */
export function openAlpacaStream(deps: AlpacaStreamDeps): QuoteStream {
  const { keyId, secretKey, stockFeed, clock, log, pace = STREAM_PACE, nowMs = () => performance.now() } = deps
  const delaySeconds = ALPACA_DELAY_SECONDS[stockFeed]
  const book = createStreamedQuotes(delaySeconds)
  const subscriptions = createSubscriptions(SYMBOLS_MAX[stockFeed])
  let connection: Connection | null = null
  let openSinceMs: number | null = null
  let attempts = 0
  let said: 'live' | 'lost' | null = null
  let seeding = false
  let waiting: NodeJS.Timeout | null = null

  const send = (message: object): void => connection?.socket.send(JSON.stringify(message))

  function connect(): void {
    waiting = null
    const at = nowMs()
    const socket = new WebSocket(`${deps.url()}/v2/${stockFeed}`, {
      perMessageDeflate: false,
      maxPayload: FRAME_BYTES_MAX,
      handshakeTimeout: pace.loginMs,
    })
    const mine: Connection = {
      socket,
      openedMs: at,
      liveMs: null,
      heardMs: at,
      pingedMs: at,
      dataMs: null,
      newestAt: 0,
    }
    connection = mine
    socket.on('message', (data) => {
      if (connection === mine) read(mine, String(data))
    })
    socket.on('pong', () => {
      mine.heardMs = nowMs()
    })
    // What was given up still ends, and must not end its successor.
    socket.on('close', () => {
      if (connection === mine) lose('it was closed')
    })
    socket.on('error', (error) => {
      if (connection === mine) lose(`network: ${codeOf(error)}`)
    })
  }

  function lose(reason: string): void {
    const lost = connection
    connection = null
    book.clear()
    subscriptions.forget()
    lost?.socket.terminate()
    attempts += 1
    if (said !== 'lost') log.warn({ reason }, 'quotes_stream_lost')
    said = 'lost'
    waiting = setTimeout(connect, backoffMs(attempts, pace.backoff)).unref()
  }

  function refused(code: number): void {
    const limit = code === SYMBOL_LIMIT ? subscriptions.refused() : null
    if (limit !== null) {
      log.warn({ limit }, 'quotes_stream_limited')
      subscribe()
      return
    }
    const hopeless = HOPELESS[code]
    if (hopeless) attempts = Math.max(attempts, Math.ceil(Math.log2(pace.backoff.maxMs / pace.backoff.firstMs)))
    lose(`refused with code ${code}: ${hopeless ?? REFUSED[code] ?? 'the vendor cannot serve it'}`)
  }

  function subscribe(): void {
    if (!connection || connection.liveMs === null) return
    const { add, drop } = subscriptions.change()
    if (drop.length > 0) send({ action: 'unsubscribe', trades: drop, quotes: drop })
    if (add.length > 0) send({ action: 'subscribe', trades: add, quotes: add })
  }

  function read(mine: Connection, text: string): void {
    mine.heardMs = nowMs()
    try {
      for (const frame of parseAlpacaFrames(text)) if (connection === mine) take(mine, frame)
    } catch (error) {
      if (connection === mine) lose(errorMessage(error))
    }
  }

  function take(mine: Connection, frame: AlpacaFrame): void {
    switch (frame.kind) {
      case 'connected':
        send({ action: 'auth', key: keyId, secret: secretKey })
        break
      case 'authenticated':
        mine.liveMs = nowMs()
        subscribe()
        break
      case 'refused':
        refused(frame.code)
        break
      case 'subscribed':
        subscriptions.confirm(frame.symbols)
        book.sent(frame.symbols, nowMs())
        void seed()
        break
      case 'trade':
        if (arrived(mine, frame.trade.t)) book.trade(frame.symbol, frame.trade)
        break
      case 'touch':
        if (arrived(mine, frame.touch.t)) book.touch(frame.symbol, frame.touch)
        break
    }
  }

  function arrived(mine: Connection, at: Date): boolean {
    if (isAhead(at, clock.now())) return false
    mine.dataMs = nowMs()
    mine.newestAt = Math.max(mine.newestAt, at.getTime())
    return true
  }

  async function seed(): Promise<void> {
    if (seeding) return
    const askedMs = nowMs()
    const due = book.due(askedMs)
    if (due.length === 0) return
    seeding = true
    try {
      const found = await deps.snapshots(due, AbortSignal.timeout(SEED_MS_MAX))
      book.seed(
        [...found.values()].filter((quote) => quote !== null),
        askedMs,
      )
    } catch (error) {
      log.debug({ error: errorMessage(error) }, 'quotes_stream_not_seeded')
    } finally {
      seeding = false
    }
  }

  function faultOf(mine: Connection, at: number): string | null {
    const lateMs = clock.now().getTime() - delaySeconds * 1_000 - mine.newestAt
    return streamFault(mine, { nowMs: at, openSinceMs, isSent: subscriptions.isSent(), lateMs }, pace)
  }

  function watch(): void {
    const at = nowMs()
    openSinceMs = marketAt(clock.now()).phase === 'open' ? (openSinceMs ?? at) : null
    if (!connection) return
    const reason = faultOf(connection, at)
    if (reason !== null) lose(reason)
    if (!connection || connection.liveMs === null) return
    if (at - connection.liveMs > pace.stableMs) attempts = 0
    if (at - connection.pingedMs > pace.pingMs) {
      connection.pingedMs = at
      connection.socket.ping()
    }
    void seed()
  }

  /** In open market nothing is vouched for before something came. */
  function isRelied(): boolean {
    if (!connection || connection.liveMs === null || !subscriptions.isSent()) return false
    const relied = openSinceMs === null || connection.dataMs !== null
    if (relied && said !== 'live') {
      said = 'live'
      log.info({ symbols: subscriptions.sent(), feed: stockFeed }, 'quotes_stream_live')
    }
    return relied
  }

  const watching = setInterval(watch, pace.watchMs).unref()
  watch()
  connect()

  return {
    follow(symbols) {
      subscriptions.want(symbols.filter((symbol) => !INDICES.has(symbol)))
      subscribe()
    },
    quotes: () => (isRelied() ? book.all() : new Map()),
    changes: () => (isRelied() ? book.changes() : []),
    close() {
      clearInterval(watching)
      if (waiting) clearTimeout(waiting)
      const open = connection
      connection = null
      open?.socket.terminate()
    },
  }
}

const codeOf = (error: Error): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'the connection is refused'
}
