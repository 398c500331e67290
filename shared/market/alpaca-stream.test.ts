import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { eventually } from '../../harness/eventually.ts'
import { silentLog } from '../log.ts'
import { openAlpacaStream } from './alpaca-stream.ts'
import { STREAM_PACE } from './stream-health.ts'

const NOW = new Date('2026-11-20T15:31:00Z')
const KEYS = { keyId: 'key', secretKey: 'secret', stockFeed: 'iex', optionFeed: 'indicative' } as const

interface Asked {
  action: string
  key?: string
  secret?: string
  quotes?: string[]
}
const subscribed = ({ quotes = [] }: Asked): object => ({ T: 'subscription', trades: quotes, quotes })

/** The monotonic clock of the stream, which tests move. */
let nowMs = 0

/** A vendor that sends what a test tells it to, once the stream has logged in and follows these symbols. */
async function followed(symbols: readonly string[] = ['SPY'], answer = subscribed, log = silentLog) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const asked: Asked[] = []
  const socket = Promise.withResolvers<WebSocket>()
  server.on('connection', (opened) => {
    const send = (...messages: object[]): void => opened.send(JSON.stringify(messages))
    opened.on('message', (data) => {
      const message = JSON.parse(String(data)) as Asked
      asked.push(message)
      if (message.action === 'auth') send({ T: 'success', msg: 'authenticated' })
      else send(answer(message))
      if (message.action === 'subscribe') socket.resolve(opened)
    })
    send({ T: 'success', msg: 'connected' })
  })
  const stream = openAlpacaStream({
    ...KEYS,
    url: () => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pollQuotes: () => Promise.resolve(new Map()),
    clock: { now: () => NOW },
    log,
    pace: { ...STREAM_PACE, watchMs: 10 },
    nowMs: () => nowMs,
  })
  onTestFinished(() => {
    stream.close()
    server.close()
  })
  stream.follow(symbols)
  const vendor = await socket.promise
  return {
    stream,
    asked,
    send: (...messages: object[]) => vendor.send(JSON.stringify(messages)),
    /** Resolves when the stream has read what was sent. */
    async read(): Promise<void> {
      const answered = once(vendor, 'pong')
      vendor.ping()
      await answered
    },
  }
}

const at = (aheadMs: number): string => new Date(NOW.getTime() + aheadMs).toISOString()
const trade = (p: number, aheadMs: number) => ({ T: 't', S: 'SPY', p, t: at(aheadMs) })
const touch = (bp: number, aheadMs: number) => ({ T: 'q', S: 'SPY', bp, bs: 1, ap: bp + 1, as: 1, t: at(aheadMs) })

test('a price from more than a minute ahead is not believed, and does not keep out the next one', async () => {
  const { stream, send } = await followed()
  send(trade(600, 0), touch(599, 0), trade(999, 60_001), touch(999, 60_001), trade(601, 1))
  const quote = await eventually(() => {
    const found = stream.quotes().get('SPY')
    expect(found?.price).toBe(601)
    return found
  })
  expect(quote).toMatchObject({ bid: 599, ask: 600, quotedAt: new Date(at(1)) })
})

test('a price from a minute ahead is one of a clock that runs fast, and counts as quoted when it arrives', async () => {
  const { stream, send } = await followed()
  send(trade(600, 60_000), touch(599, 60_000))
  await eventually(() => expect(stream.quotes().get('SPY')).toMatchObject({ price: 600, bid: 599, quotedAt: NOW }))
  send(trade(601, 0), touch(600, 0))
  await eventually(() => expect(stream.quotes().get('SPY')).toMatchObject({ price: 601, bid: 600 }))
})

test('the keys are shown first, and an index is not asked for', async () => {
  const { asked } = await followed(['SPY', 'VIX'])
  expect(asked).toEqual([
    { action: 'auth', key: 'key', secret: 'secret' },
    { action: 'subscribe', trades: ['SPY'], quotes: ['SPY'] },
  ])
})

test('a vendor that refuses a list as too long is sent half of it, and answers', async () => {
  const tooMany = ({ quotes = [] }: Asked): object =>
    quotes.length > 2 ? { T: 'error', code: 405, msg: 'symbol limit exceeded' } : subscribed({ action: '', quotes })
  const { stream, send, asked } = await followed(['SPY', 'AAPL', 'KO', 'PG'], tooMany)
  await eventually(() => expect(asked.map(({ quotes }) => quotes?.length)).toEqual([undefined, 4, 2]))
  send(trade(600, 0), touch(599, 0))
  await eventually(() => expect([...stream.quotes().keys()]).toEqual(['SPY']))
})

const named = (symbol: string, message: object) => ({ ...message, S: symbol })

test('a symbol that alone has gone silent in open market is not vouched for, so that it is requested', async () => {
  const { stream, send } = await followed(['SPY', 'KO'])
  for (const symbol of ['SPY', 'KO']) send(named(symbol, trade(60, 0)), named(symbol, touch(59, 0)))
  await eventually(() => expect([...stream.quotes().keys()]).toEqual(['SPY', 'KO']))
  // Its trades continue, which say nothing of bid and ask.
  for (let step = 1; step <= 6; step++) {
    nowMs += 4_000
    send(named('SPY', touch(59, step)), named('KO', trade(70, step)))
    await eventually(() => expect(stream.quotes().get('SPY')?.quotedAt).toEqual(new Date(at(step))))
  }
  expect([...stream.quotes().keys()]).toEqual(['SPY'])
  expect(stream.changes().map(({ symbol }) => symbol)).toEqual(['SPY'])
  send(named('KO', touch(69, 7)))
  await eventually(() => expect(stream.quotes().get('KO')).toMatchObject({ price: 70, bid: 69 }))
})

test('a stream that sends other symbols than it was asked for is silent', async () => {
  const lost = Promise.withResolvers<unknown>()
  const log = { ...silentLog, warn: (fields: object) => lost.resolve(fields) }
  const { stream, send, read } = await followed(['SPY'], subscribed, log as typeof silentLog)
  send(trade(60, 0), touch(59, 0))
  await eventually(() => expect([...stream.quotes().keys()]).toEqual(['SPY']))
  for (let step = 1; step <= 4; step++) {
    nowMs += STREAM_PACE.silentMs / 2
    send(named('AAPL', trade(70, step)), named('AAPL', touch(69, step)))
    await Promise.race([read(), lost.promise])
  }
  expect(await lost.promise).toEqual({ reason: 'silent in open market' })
  expect(stream.quotes().size).toBe(0)
})
