import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { eventually } from '../../test/harness/eventually.ts'
import { silentLog } from '../log.ts'
import { openAlpacaStream } from './alpaca-stream.ts'

const NOW = new Date('2026-11-20T15:31:00Z')
const KEYS = { keyId: 'key', secretKey: 'secret', stockFeed: 'iex', optionFeed: 'indicative' } as const

/** A vendor that sends what a test tells it to, once the stream follows SPY. */
async function followed() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const socket = Promise.withResolvers<WebSocket>()
  server.on('connection', (opened) => {
    const send = (...messages: object[]): void => opened.send(JSON.stringify(messages))
    opened.on('message', (data) => {
      const { action } = JSON.parse(String(data)) as { action: string }
      if (action === 'auth') send({ T: 'success', msg: 'authenticated' })
      else send({ T: 'subscription', trades: ['SPY'], quotes: ['SPY'] })
      if (action === 'subscribe') socket.resolve(opened)
    })
    send({ T: 'success', msg: 'connected' })
  })
  const stream = openAlpacaStream({
    ...KEYS,
    url: () => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pollQuotes: () => Promise.resolve(new Map()),
    clock: { now: () => NOW },
    log: silentLog,
  })
  onTestFinished(() => {
    stream.close()
    server.close()
  })
  stream.follow(['SPY'])
  const vendor = await socket.promise
  return { stream, send: (...messages: object[]) => vendor.send(JSON.stringify(messages)) }
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

test('a price from a minute ahead is one of a clock that runs fast', async () => {
  const { stream, send } = await followed()
  send(trade(600, 60_000), touch(599, 0))
  await eventually(() => expect(stream.quotes().get('SPY')?.price).toBe(600))
})
