import { WebSocket } from 'ws'
import { type AlpacaFrame, parseAlpacaFrames } from '../../pipeline/sources/feeds/alpaca-frames.ts'
import { errorMessage } from '../errors.ts'
import type { ConnectionTimes, StreamPace } from './stream-health.ts'

const FRAME_BYTES_MAX = 1_000_000

/** One connection to the vendor's stream, with the times by which its health is judged. */
export interface AlpacaConnection extends ConnectionTimes {
  /** The newest time of a quote or a trade, epoch milliseconds. */
  newestAt: number
  send(message: object): void
  pingWhenDue(): void
  /** Drops the connection; no handler is called after that. */
  end(): void
}

export interface ConnectionHandlers {
  onFrame(connection: AlpacaConnection, frame: AlpacaFrame): void
  onLost(reason: string): void
}

export function connectAlpaca(
  url: string,
  { pace, nowMs }: { pace: StreamPace; nowMs: () => number },
  { onFrame, onLost }: ConnectionHandlers,
): AlpacaConnection {
  const openedMs = nowMs()
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    maxPayload: FRAME_BYTES_MAX,
    handshakeTimeout: pace.loginMs,
  })
  let hasEnded = false
  let pingedMs = openedMs
  const connection: AlpacaConnection = {
    openedMs,
    liveMs: null,
    heardMs: openedMs,
    dataMs: null,
    newestAt: 0,
    send: (message) => socket.send(JSON.stringify(message)),
    pingWhenDue() {
      if (nowMs() - pingedMs <= pace.pingMs) return
      pingedMs = nowMs()
      socket.ping()
    },
    end() {
      hasEnded = true
      socket.terminate()
    },
  }
  // A connection that was dropped still emits events, which must not end its successor.
  const lose = (reason: string): void => {
    if (!hasEnded) onLost(reason)
  }
  socket.on('message', (data) => {
    if (hasEnded) return
    connection.heardMs = nowMs()
    try {
      for (const frame of parseAlpacaFrames(String(data))) if (!hasEnded) onFrame(connection, frame)
    } catch (error) {
      lose(errorMessage(error))
    }
  })
  socket.on('pong', () => {
    connection.heardMs = nowMs()
  })
  socket.on('close', () => lose('it was closed'))
  socket.on('error', (error) => lose(`network: ${codeOf(error)}`))
  return connection
}

const codeOf = (error: Error): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'the connection is refused'
}
