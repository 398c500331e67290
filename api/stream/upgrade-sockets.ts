import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { WebSocket, WebSocketServer } from 'ws'
import type { ApiContext } from '../http/context.ts'
import { authorizationOf } from '../http/raw-headers.ts'
import { type Sink, sendOrCut } from './sink.ts'
import { type QuoteFollower, SocketQuotes } from './socket-quotes.ts'
import type { StreamRequest } from './stream-hub.ts'

/** A message names at most fifty symbols. */
const MESSAGE_BYTES_MAX = 4_096
const MESSAGES_PER_MINUTE_MAX = 120
/** A client that pings each second and answers our heartbeats sends about 65 a minute. */
const CONTROL_FRAMES_PER_MINUTE_MAX = 600
const CLOSE_WITHIN_MS = 1_000
/** The header by which the handshake finds its own request again; no client knows its value. */
const HANDSHAKE = 'x-socket-handshake'

/**
 * Opens sockets. The handshake first runs its route like any request, so that limits, tokens, tickets and parameters are
 * those of every route, and a refusal has their form; only then the connection is upgraded.
 */
export function upgradeSockets(app: FastifyInstance, context: ApiContext): { close(): void } {
  const server = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES_MAX, perMessageDeflate: false })
  const quotes = new SocketQuotes(context)
  const handshakes = new Map<string, (stream: Omit<StreamRequest, 'open'>) => void>()
  app.decorateRequest('acceptSocket', null)
  app.addHook('onRequest', async (request) => {
    const id = request.headers[HANDSHAKE]
    if (typeof id === 'string') request.acceptSocket = handshakes.get(id) ?? null
  })

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const id = randomUUID()
    let accepted: Omit<StreamRequest, 'open'> | null = null
    handshakes.set(id, (stream) => {
      accepted = stream
    })
    const { upgrade: _upgrade, connection: _connection, 'set-cookie': _cookie, ...headers } = request.headers
    const answer = await app
      .inject({
        method: 'GET',
        url: request.url ?? '/',
        // The gate refuses two tokens, so the route gets every header that was sent.
        headers: { ...headers, ...authorizationOf(request), [HANDSHAKE]: id },
        remoteAddress: request.socket.remoteAddress ?? '',
      })
      .finally(() => handshakes.delete(id))
    if (!accepted) return refuseUpgrade(socket, answer)
    const stream: Omit<StreamRequest, 'open'> = accepted
    const ready: Promise<WebSocket> = new Promise((resolve) => server.handleUpgrade(request, socket, head, resolve))
    // The cap is checked before the handshake is answered; what fails later closes the socket.
    const websocket = await ready
    websocket.on('error', () => websocket.terminate())
    const sink = socketSink(websocket)
    follow(websocket, sink)
    await context.streams.follow({ ...stream, open: () => sink }).catch(() => websocket.close(1013, 'try again later'))
  }

  function follow(websocket: WebSocket, sink: Sink): void {
    const follower: QuoteFollower = { symbols: new Set(), send: (frame) => sendOrCut(sink, frame) }
    let messages = 0
    let controlFrames = 0
    const minute = setInterval(() => {
      messages = 0
      controlFrames = 0
    }, 60_000).unref()
    websocket.on('message', (data, isBinary) => {
      messages++
      if (messages > MESSAGES_PER_MINUTE_MAX) return endFlood(websocket)
      quotes.take(follower, isBinary ? '' : String(data))
    })
    const control = (): void => {
      controlFrames++
      if (controlFrames > CONTROL_FRAMES_PER_MINUTE_MAX) endFlood(websocket)
    }
    websocket.on('ping', control)
    websocket.on('pong', control)
    websocket.on('close', () => {
      clearInterval(minute)
      quotes.drop(follower)
    })
  }

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    upgrade(request, socket, head).catch((error: unknown) => {
      context.log.warn({ cause: String(error) }, 'socket_not_opened')
      socket.destroy()
    })
  })
  return {
    close() {
      quotes.close()
      server.close()
    },
  }
}

/**
 * Tells the client why it is cut. Nothing more of it is read, because a flood would continue until it answers the
 * close.
 */
function endFlood(websocket: WebSocket): void {
  if (websocket.readyState !== WebSocket.OPEN) return
  websocket.close(1008, 'too many messages')
  websocket.pause()
  setTimeout(() => websocket.terminate(), CLOSE_WITHIN_MS).unref()
}

export function socketSink(websocket: WebSocket): Sink {
  return {
    send: ({ text }) => websocket.send(text),
    heartbeat: () => websocket.ping(),
    waiting: () => websocket.bufferedAmount,
    end() {
      websocket.close(1000)
      setTimeout(() => websocket.terminate(), CLOSE_WITHIN_MS).unref()
    },
    cut: () => websocket.terminate(),
    onClosed(listener) {
      if (websocket.readyState === WebSocket.CLOSED) listener()
      else websocket.once('close', listener)
    },
  }
}

/**
 * Writes the answer of the route and ends the connection. A path that exists but accepts no upgrade is 404 like any
 * other.
 */
function refuseUpgrade(socket: Duplex, { statusCode, headers, body }: LightMyRequestResponse): void {
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${String(value)}`)
  socket.end(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? 'Error'}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  // An upgraded connection is outside the server's own timeouts, so a client that keeps its end open would keep ours
  // open too.
  setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS).unref()
}
