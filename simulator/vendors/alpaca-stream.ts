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
/** Each symbol of each kind takes a place: the stricter reading of the plan. */
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

type Streaming = { world: World; faults: Faults; now: () => Date }
type Asked = { feed: StockFeed; path: string; instant: Date }

const actionOf = (text: string): Action | null => {
  try {
    return Action.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/**
 * The vendor's websocket beside its HTTP: time goes on from the instant of the URL, one connection a key, and nothing
 * comes while nobody trades.
 */
export const serveAlpacaStream = (server: Server, { world, faults, now }: Streaming): { close(): void } => {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 100_000 })
  const taken = new Map<string, WebSocket>()

  const serve = (socket: WebSocket, { feed, path, instant }: Asked): void => {
    const openedMs = performance.now()
    const trades = new Set<string>()
    const quotes = new Set<string>()
    let key: string | null = null

    const send = (...messages: object[]): void => socket.send(JSON.stringify(messages))
    const fail = (code: keyof typeof MESSAGES): void => send({ T: 'error', code, msg: MESSAGES[code] })
    const failAndEnd = (code: keyof typeof MESSAGES): void => {
      fail(code)
      socket.close()
    }

    const logIn = (action: Extract<Action, { action: 'auth' }>): void => {
      const plan = planOf(action.key, action.secret)
      if (key !== null) fail(403)
      else if (!plan) failAndEnd(402)
      else if (!mayRead(plan, feed)) failAndEnd(409)
      else if (taken.has(action.key)) failAndEnd(406)
      else {
        key = action.key
        taken.set(key, socket)
        send({ T: 'success', msg: 'authenticated' })
      }
    }

    const change = (action: Extract<Action, { action: 'subscribe' | 'unsubscribe' }>): void => {
      const after = { trades: new Set(trades), quotes: new Set(quotes) }
      for (const channel of ['trades', 'quotes'] as const) {
        for (const symbol of action[channel]) {
          if (action.action === 'subscribe') after[channel].add(symbol)
          else after[channel].delete(symbol)
        }
      }
      const isTooMany = feed !== 'sip' && after.trades.size + after.quotes.size > PLACES
      if (key === null || isTooMany) {
        if (key === null) failAndEnd(401)
        else fail(405)
        return
      }
      for (const [mine, wanted] of [[trades, after.trades] as const, [quotes, after.quotes] as const]) {
        mine.clear()
        for (const symbol of wanted) mine.add(symbol)
      }
      const none = { updatedBars: [], dailyBars: [], statuses: [], lulds: [] }
      send({ T: 'subscription', trades: [...trades], quotes: [...quotes], bars: [], ...none })
    }

    const tick = (): void => {
      if (key === null) {
        if (performance.now() - openedMs > LOGIN_MS) failAndEnd(404)
        return
      }
      const active = faults.take(VENDOR, path)
      const lateMs = active.reduce((sum, fault) => sum + (fault.mode === 'stale' ? faultMs(fault) : 0), 0)
      const at = new Date(instant.getTime() + performance.now() - openedMs - lateMs)
      const has = (mode: string): boolean => active.some((fault) => fault.mode === mode)
      if (has('reset')) socket.terminate()
      if (has('reset') || has('stall') || !world.momentAt(at).open) return
      const messages = [...new Set([...trades, ...quotes])].flatMap((symbol) => messagesOf(symbol, at))
      if (messages.length === 0) return
      const text = JSON.stringify(messages)
      const spoiled = has('absurd') ? text.replace(/"(p|bp|ap)":[\d.]+/g, '"$1":-5') : text
      socket.send(has('malformed') ? text.slice(0, Math.floor((text.length * 3) / 5)) : spoiled)
    }

    const messagesOf = (symbol: string, at: Date): object[] => {
      const shares = sharesAt(world, symbol, feed, at)
      if (!shares) return []
      return [
        ...(trades.has(symbol) ? [{ T: 't', S: symbol, ...shares.latestTrade }] : []),
        ...(quotes.has(symbol) ? [{ T: 'q', S: symbol, ...shares.latestQuote }] : []),
      ]
    }

    const ticking = setInterval(tick, EVERY_MS)
    socket.on('close', () => {
      clearInterval(ticking)
      if (key !== null && taken.get(key) === socket) taken.delete(key)
    })
    socket.on('error', () => socket.terminate())
    socket.on('message', (data) => {
      const action = actionOf(String(data))
      if (!action) fail(400)
      else if (action.action === 'auth') logIn(action)
      else change(action)
    })
    send({ T: 'success', msg: 'connected' })
  }

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const asked = readUrl(request.url ?? '/', now)
    const feed = 'error' in asked || asked.vendor !== VENDOR ? undefined : PATH.exec(asked.path)?.[1]
    if ('error' in asked || feed === undefined || !isStockFeed(feed)) {
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      return
    }
    const refusal = faults.take(VENDOR, asked.path).find(({ mode }) => mode === 'status')
    if (refusal) {
      socket.end(`HTTP/1.1 ${refusal.status ?? 500} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (opened) => serve(opened, { ...asked, feed }))
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
