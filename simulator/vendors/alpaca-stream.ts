import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { type Faults, faultMs } from '../faults.ts'
import { readUrl } from '../request-url.ts'
import type { World } from '../world/world.ts'
import { isStockFeed, mayRead, planOf, type StockFeed } from './alpaca-account.ts'
import { sharesAt } from './alpaca-shares.ts'

const VENDOR = 'alpaca'
const PATH = /^\/stream\/v2\/([a-z_]+)$/
const EVERY_MS = 250
const LOGIN_MS = 10_000
/** Each symbol takes a place for each kind: the stricter reading of the plan. */
const PLACES = 30
const MESSAGES = {
  400: 'invalid syntax',
  401: 'not authenticated',
  402: 'auth failed',
  403: 'already authenticated',
  404: 'auth timeout',
  405: 'symbol limit exceeded',
  406: 'connection limit exceeded',
  409: 'insufficient subscription',
} as const

const Names = z.array(z.string().max(12)).max(5_000).default([])
const Action = z.discriminatedUnion('action', [
  z.object({ action: z.literal('auth'), key: z.string(), secret: z.string() }),
  z.object({ action: z.enum(['subscribe', 'unsubscribe']), trades: Names, quotes: Names }),
])
type Action = z.infer<typeof Action>

type StreamDeps = { world: World; faults: Faults; now: () => Date }
type StreamRequest = { feed: StockFeed; path: string; instant: Date }

const actionOf = (text: string): Action | null => {
  try {
    return Action.parse(JSON.parse(text))
  } catch {
    return null
  }
}

type Connection = { feed: StockFeed; key: string | null; trades: Set<string>; quotes: Set<string> }

const sendTo = (socket: WebSocket, ...messages: object[]): void => socket.send(JSON.stringify(messages))

const fail = (socket: WebSocket, code: keyof typeof MESSAGES, { andClose = false } = {}): void => {
  sendTo(socket, { T: 'error', code, msg: MESSAGES[code] })
  if (andClose) socket.close()
}

/** A key has one connection at a time; `taken` holds it. */
const logIn = (
  socket: WebSocket,
  connection: Connection,
  action: Extract<Action, { action: 'auth' }>,
  taken: Map<string, WebSocket>,
): void => {
  const plan = planOf(action.key, action.secret)
  if (connection.key !== null) fail(socket, 403)
  else if (!plan) fail(socket, 402, { andClose: true })
  else if (!mayRead(plan, connection.feed)) fail(socket, 409, { andClose: true })
  else if (taken.has(action.key)) fail(socket, 406, { andClose: true })
  else {
    connection.key = action.key
    taken.set(action.key, socket)
    sendTo(socket, { T: 'success', msg: 'authenticated' })
  }
}

const changeSubscription = (
  socket: WebSocket,
  connection: Connection,
  action: Extract<Action, { action: 'subscribe' | 'unsubscribe' }>,
): void => {
  if (connection.key === null) {
    fail(socket, 401, { andClose: true })
    return
  }
  const after = { trades: new Set(connection.trades), quotes: new Set(connection.quotes) }
  for (const channel of ['trades', 'quotes'] as const) {
    for (const symbol of action[channel]) {
      if (action.action === 'subscribe') after[channel].add(symbol)
      else after[channel].delete(symbol)
    }
  }
  if (connection.feed !== 'sip' && after.trades.size + after.quotes.size > PLACES) {
    fail(socket, 405)
    return
  }
  Object.assign(connection, after)
  const none = { updatedBars: [], dailyBars: [], statuses: [], lulds: [] }
  sendTo(socket, { T: 'subscription', trades: [...after.trades], quotes: [...after.quotes], bars: [], ...none })
}

const messagesAt = (world: World, { feed, trades, quotes }: Connection, at: Date): object[] =>
  [...new Set([...trades, ...quotes])].flatMap((symbol) => {
    const shares = sharesAt(world, symbol, feed, at)
    if (!shares) return []
    return [
      ...(trades.has(symbol) ? [{ T: 't', S: symbol, ...shares.latestTrade }] : []),
      ...(quotes.has(symbol) ? [{ T: 'q', S: symbol, ...shares.latestQuote }] : []),
    ]
  })

/** Serves one connection, whose time runs from the instant of its URL. */
const serve = (
  socket: WebSocket,
  { feed, path, instant }: StreamRequest,
  { world, faults }: StreamDeps,
  taken: Map<string, WebSocket>,
): void => {
  const openedMs = performance.now()
  const connection: Connection = { feed, key: null, trades: new Set(), quotes: new Set() }

  const tick = (): void => {
    if (connection.key === null) {
      if (performance.now() - openedMs > LOGIN_MS) fail(socket, 404, { andClose: true })
      return
    }
    const active = faults.take(VENDOR, path)
    const lateMs = active.reduce((sum, fault) => sum + (fault.mode === 'stale' ? faultMs(fault) : 0), 0)
    const at = new Date(instant.getTime() + performance.now() - openedMs - lateMs)
    const has = (mode: string): boolean => active.some((fault) => fault.mode === mode)
    if (has('reset')) socket.terminate()
    if (has('reset') || has('stall') || !world.momentAt(at).open) return
    const messages = messagesAt(world, connection, at)
    if (messages.length === 0) return
    const text = JSON.stringify(messages)
    const spoiled = has('absurd') ? text.replace(/"(p|bp|ap)":[\d.]+/g, '"$1":-5') : text
    socket.send(has('malformed') ? text.slice(0, Math.floor((text.length * 3) / 5)) : spoiled)
  }

  const ticking = setInterval(tick, EVERY_MS)
  socket.on('close', () => {
    clearInterval(ticking)
    const { key } = connection
    if (key !== null && taken.get(key) === socket) taken.delete(key)
  })
  socket.on('error', () => socket.terminate())
  socket.on('message', (data) => {
    const action = actionOf(String(data))
    if (!action) fail(socket, 400)
    else if (action.action === 'auth') logIn(socket, connection, action, taken)
    else changeSubscription(socket, connection, action)
  })
  sendTo(socket, { T: 'success', msg: 'connected' })
}

/**
 * The vendor's websocket next to its HTTP interface: time runs from the instant of the URL, a key has one connection,
 * and the stream is silent while the market is closed.
 */
export const serveAlpacaStream = (server: Server, deps: StreamDeps): { close(): void } => {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 100_000 })
  const taken = new Map<string, WebSocket>()

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Node no longer watches an upgraded socket: if a refused client resets it, the error would end the process.
    socket.on('error', () => socket.destroy())
    const url = readUrl(request.url ?? '/', deps.now)
    const feed = 'error' in url || url.vendor !== VENDOR ? undefined : PATH.exec(url.path)?.[1]
    if ('error' in url || feed === undefined || !isStockFeed(feed)) {
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      return
    }
    const refusal = deps.faults.take(VENDOR, url.path).find(({ mode }) => mode === 'status')
    if (refusal) {
      socket.end(`HTTP/1.1 ${refusal.status ?? 500} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (opened) => serve(opened, { ...url, feed }, deps, taken))
  }

  server.on('upgrade', upgrade)
  return {
    close() {
      server.off('upgrade', upgrade)
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}
