import { backoffMs } from '../broker/retry.ts'
import type { Log } from '../log.ts'
import { type AlpacaConnection, type ConnectionHandlers, connectAlpaca } from './alpaca-connection.ts'
import type { StreamPace } from './stream-health.ts'

/** The connection to the vendor's stream, opened again after a growing pause whenever it is lost. */
export interface AlpacaLink {
  connect(): void
  /** Null between two connections. */
  connection(): AlpacaConnection | null
  /** Null before the login succeeded. */
  live(): AlpacaConnection | null
  lose(reason: string): void
  /** The next attempts wait the longest pause, because trying again soon will not help. */
  slowDown(): void
  /** A connection that lasted long enough has recovered, so the next loss starts with a short pause. */
  forgiveWhenStable(): void
  /** Logs once per recovery that quotes flow again. */
  reportLive(facts: object): void
  close(): void
}

export interface LinkDeps {
  /** URL of the stream now. */
  url(): string
  pace: StreamPace
  nowMs: () => number
  log: Log
}

export function openAlpacaLink(
  { url, pace, nowMs, log }: LinkDeps,
  { onFrame, onLost }: Pick<ConnectionHandlers, 'onFrame'> & { onLost(): void },
): AlpacaLink {
  let connection: AlpacaConnection | null = null
  let attempts = 0
  let reported: 'live' | 'lost' | null = null
  let waiting: NodeJS.Timeout | null = null

  function connect(): void {
    waiting = null
    connection = connectAlpaca(url(), { pace, nowMs }, { onFrame, onLost: lose })
  }

  function lose(reason: string): void {
    const lost = connection
    connection = null
    onLost()
    lost?.end()
    attempts += 1
    if (reported !== 'lost') log.warn({ reason }, 'quotes_stream_lost')
    reported = 'lost'
    waiting = setTimeout(connect, backoffMs(attempts, pace.backoff)).unref()
  }

  return {
    connect,
    connection: () => connection,
    live: () => (connection && connection.liveMs !== null ? connection : null),
    lose,
    slowDown() {
      attempts = Math.max(attempts, Math.ceil(Math.log2(pace.backoff.maxMs / pace.backoff.firstMs)))
    },
    forgiveWhenStable() {
      if (connection && connection.liveMs !== null && nowMs() - connection.liveMs > pace.stableMs) attempts = 0
    },
    reportLive(facts) {
      if (reported === 'live') return
      reported = 'live'
      log.info(facts, 'quotes_stream_live')
    },
    close() {
      if (waiting) clearTimeout(waiting)
      connection?.end()
      connection = null
    },
  }
}
