import { get } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../../harness/eventually.ts'
import { sequenceAll } from '../../harness/log-events.ts'
import { ACCOUNTS, ask } from '../trading/replicas.ts'
import { listening, streamWorld } from './stream-world.ts'

const streams = streamWorld()
const { world, log, latest } = streams
const open: WebSocket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})

// biome-ignore lint/suspicious/noExplicitAny: a test looks into any document.
type Frame = { type: string; id: string | null; data: any }

interface Options {
  base?: string
  /** False for a client that leaves the heartbeats of the server without an answer. */
  autoPong?: boolean
}

async function connect(
  path: string,
  headers: Record<string, string> = {},
  { base = streams.base, autoPong = true }: Options = {},
) {
  const socket = new WebSocket(`${base.replace('http', 'ws')}${path}`, { headers, autoPong })
  open.push(socket)
  const frames: Frame[] = []
  let closed: number | null = null
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  socket.on('close', (code) => {
    closed = code
  })
  const refused = await new Promise<{ status: number; code: string } | null>((resolve) => {
    socket.on('open', () => resolve(null))
    socket.on('error', () => {})
    socket.on('unexpected-response', (_request, response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += String(chunk)
      })
      response.on('end', () => resolve({ status: response.statusCode!, code: JSON.parse(body).code }))
    })
  })
  return {
    refused,
    frames,
    pong: () => socket.pong(),
    send: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    until: async (wanted: (frame: Frame) => boolean) => await eventually(() => frames.find(wanted) ?? (false as const)),
    closed: () => eventually(() => closed ?? (false as const)),
  }
}

const HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
}

const handshakeOf = (path: string, host: string): string => {
  const head = Object.entries({ host, ...HANDSHAKE }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\n${head.join('')}\r\n`
}

type HeaderLines = readonly (readonly [name: string, value: string])[]

/** Sends a handshake as it is, which no client library would send, and reads the body of its refusal. */
const fetchHandshake = (url: string, more: HeaderLines): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const named = new Set(more.map(([name]) => name))
    const usual = Object.entries({ host: 'localhost', ...HANDSHAKE }).filter(([name]) => !named.has(name))
    const sent = get(url, { headers: [...usual, ...more].flat() }, (answer) => {
      text(answer).then((body) => resolve(JSON.parse(body)), reject)
    })
    sent.on('error', reject)
  })

/** Sends the same frame for as long as the server takes it, and reads nothing that a close would have to be answered for. */
function openFlood(base: string, frame: Buffer) {
  const { hostname, port } = new URL(base)
  const began = performance.now()
  const socket = connectTcp(Number(port), hostname)
  socket.write(handshakeOf('/api/v1/agents/socket', hostname))
  const frames = Buffer.concat(Array.from({ length: 1_000 }, () => frame))
  const flood = (): void => {
    while (!socket.destroyed && socket.write(frames));
  }
  socket
    .once('data', flood)
    .on('drain', flood)
    .on('data', () => {})
    .on('error', () => {})
  const cut = new Promise<number>((resolve) => {
    socket.on('close', () => resolve(performance.now() - began))
  })
  return { cutAfterMs: () => cut }
}

describe('the public socket', () => {
  test('sends the snapshot and the events of the stream, and resumes after an id', async () => {
    await log({})
    const from = await latest()
    await log({ title: 'one' }, { kind: 'news', severity: 'info' }, { title: 'two' })
    const socket = await connect(`/api/v1/agents/socket?after=${from}`)
    const snapshot = await socket.until(({ type }) => type === 'snapshot')
    expect(snapshot).toMatchObject({ id: String(from), data: { after: from, reset: false } })
    await log({ title: 'three' })
    await socket.until(({ data }) => data.title === 'three')
    const page = await streams.getJson(`/api/v1/events?after=${from}&kinds=alert`)
    const events = socket.frames.slice(1)
    expect(events.map(({ data }) => data.id)).toEqual(page.events.map(({ id }: { id: number }) => id))
    expect(events.map(({ id }) => Number(id))).toEqual(events.map(({ data }) => data.id))
    expect(events.map(({ data }) => data.hash)).toEqual(page.events.map(({ hash }: { hash: string }) => hash))
  })

  test('resumes after the id of the header Last-Event-ID, which wins over the parameter', async () => {
    await log({}, {})
    const end = await latest()
    const { token } = await world.account()
    await sequenceAll(world.sql)
    const last = { 'last-event-id': String(end - 1) }
    const socket = await connect('/api/v1/agents/socket?after=0', last)
    expect((await socket.until(({ type }) => type === 'snapshot')).data.after).toBe(end - 1)
    await socket.until(({ id }) => id === String(end))
    const own = await connect('/api/v1/trading/socket', { authorization: `Bearer ${token}`, 'last-event-id': '1' })
    expect((await own.until(({ type }) => type === 'snapshot')).data.after).toBe(1)
    const refused = await connect('/api/v1/agents/socket', { 'last-event-id': 'x' })
    expect(refused.refused).toEqual({ status: 400, code: 'invalid_parameter' })
  })

  test('refuses before the upgrade what the route refuses, and a plain request is 426', async () => {
    expect((await connect('/api/v1/agents/socket?after=x')).refused).toEqual({ status: 400, code: 'invalid_parameter' })
    expect((await connect('/api/v1/agents/socket?kinds=fill')).refused).toEqual({
      status: 400,
      code: 'invalid_parameter',
    })
    expect((await connect('/api/v1/no/socket')).refused).toEqual({ status: 404, code: 'not_found' })
    // Elsewhere the wish is ignored, as HTTP allows.
    expect((await connect('/api/v1/status')).refused?.status).toBe(200)
    expect((await fetch(`${streams.base}/api/v1/agents/socket`)).status).toBe(426)
    const full = await listening(
      await world.replica({
        deps: { limits: { streams: { connectionsMax: 1, ofCallerMax: 1, lifetimeMs: 60_000, slowMs: 1_000 } } },
      }),
    )
    expect((await connect('/api/v1/agents/socket', {}, { base: full })).refused).toBeNull()
    expect((await connect('/api/v1/agents/socket', {}, { base: full })).refused).toEqual({
      status: 503,
      code: 'stream_full',
    })
  })

  test.each([
    ['a key of another form', 'sec-websocket-key', 'short'],
    ['an unknown version', 'sec-websocket-version', '12'],
  ])('refuses a handshake with %s in the form of every refusal', async (_name, header, value) => {
    const answer = await fetchHandshake(`${streams.base}/api/v1/agents/socket`, [[header, value]])
    expect(answer).toMatchObject({ statusCode: 426, code: 'upgrade_required' })
  })

  test('refuses a handshake that names two hosts or sends two tokens, like any other request', async () => {
    const { token } = await world.account()
    const refused = { statusCode: 400, code: 'malformed_request' }
    const two: HeaderLines = [`Bearer ${token}`, 'Bearer another'].map((value) => ['authorization', value])
    expect(await fetchHandshake(`${streams.base}/api/v1/trading/socket`, two)).toMatchObject(refused)
    const hosts: HeaderLines = ['localhost', 'market.example'].map((value) => ['host', value])
    expect(await fetchHandshake(`${streams.base}/api/v1/agents/socket`, hosts)).toMatchObject(refused)
  })

  test('a refused handshake leaves no connection to a client that keeps its end open', async () => {
    const replica = await world.replica()
    const { hostname, port } = new URL(await listening(replica))
    const count = (): Promise<number> =>
      new Promise((resolve, reject) =>
        replica.server.getConnections((error, n) => (error ? reject(error) : resolve(n))),
      )
    const socket = connectTcp({ port: Number(port), host: hostname, allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    const answer = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))))
    socket.on('error', () => {}).write(handshakeOf('/api/v1/trading/socket', hostname))
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /)
    await eventually(async () => (await count()) === 0)
  })

  test('ends with close at its lifetime', async () => {
    const brief = await listening(
      await world.replica({
        deps: { limits: { streams: { connectionsMax: 1, ofCallerMax: 1, lifetimeMs: 1, slowMs: 1_000 } } },
      }),
    )
    const socket = await connect('/api/v1/agents/socket', {}, { base: brief })
    expect(await socket.closed()).toBe(1000)
    expect(socket.frames.at(-1)).toMatchObject({
      type: 'close',
      data: { reason: 'the stream has reached its lifetime' },
    })
  })
})

describe('quotes', () => {
  beforeEach(() => world.quote())

  test('come for subscribed symbols when they change, without an id, and end with unsubscribe', async () => {
    const socket = await connect('/api/v1/agents/socket')
    socket.send({ action: 'subscribe', symbols: ['spy'] })
    const first = await socket.until(({ type }) => type === 'quote')
    expect(first).toMatchObject({ id: null, data: { symbol: 'SPY', bid: 599.99, ask: 600.01 } })
    await world.quote({ bid: 600.5, ask: 600.52, price: 600.51 })
    await socket.until(({ type, data }) => type === 'quote' && data.bid === 600.5)
    socket.send({ action: 'unsubscribe', symbols: ['SPY'] })
    socket.send('no json')
    await socket.until(({ type }) => type === 'error')
    expect(socket.frames.filter(({ type }) => type === 'quote').length).toBe(2)
  })

  test.each([
    'nonsense',
    { action: 'buy', symbols: ['SPY'] },
    { action: 'subscribe', symbols: [] },
    { action: 'subscribe', symbols: Array.from({ length: 51 }, (_, at) => `S${at}`) },
    { action: 'subscribe', symbols: ['SPY'], more: 1 },
    { action: 'subscribe', symbols: [''] },
    { action: 'subscribe', symbols: ['S'.repeat(41)] },
  ])('%j is answered by an error frame, and the socket stays open', async (message) => {
    const socket = await connect('/api/v1/agents/socket')
    socket.send(message)
    expect((await socket.until(({ type }) => type === 'error')).data.message).toMatch(/^must be/)
    socket.send({ action: 'subscribe', symbols: ['SPY'] })
    await socket.until(({ type }) => type === 'quote')
  })

  test('a message that is too long ends the socket', async () => {
    const socket = await connect('/api/v1/agents/socket')
    socket.send('x'.repeat(5_000))
    expect(await socket.closed()).toBe(1009)
  })

  test('more than 120 messages in a minute end the socket', async () => {
    const socket = await connect('/api/v1/agents/socket')
    for (let sent = 0; sent < 120; sent++) socket.send({ action: 'unsubscribe', symbols: ['SPY'] })
    socket.send('the last one')
    expect(await socket.closed()).toBe(1008)
    expect(socket.frames.filter(({ type }) => type === 'error')).toEqual([])
  })

  test('more than 600 control frames in a minute end the socket', async () => {
    // The answer to a heartbeat would be one more.
    const socket = await connect('/api/v1/agents/socket', {}, { autoPong: false })
    for (let sent = 0; sent < 600; sent++) socket.pong()
    socket.send({ action: 'subscribe', symbols: ['SPY'] })
    await socket.until(({ type }) => type === 'quote')
    socket.pong()
    expect(await socket.closed()).toBe(1008)
  })

  test.each([
    ['control frames', 0x8a],
    ['messages', 0x81],
  ])('a flood of %s is cut within seconds, although the client answers no close', async (_name, opcode) => {
    const flood = openFlood(streams.base, Buffer.from([opcode, 0x80, 0, 0, 0, 0]))
    expect(await flood.cutAfterMs()).toBeLessThan(10_000)
  })
})

describe('the socket of an account', () => {
  const path = '/api/v1/trading/socket'

  test('sends fills to the holder of a token or a ticket, and ends when the token does', async () => {
    const agent = await world.account()
    const { body } = await agent.ask({ method: 'POST', url: '/api/v1/trading/stream/ticket' })
    await sequenceAll(world.sql)
    expect((await connect(path)).refused).toEqual({ status: 401, code: 'unauthorized' })
    const byTicket = await connect(`${path}?ticket=${body.ticket}`)
    const byToken = await connect(path, { authorization: `Bearer ${agent.token}` })
    expect((await connect(`${path}?ticket=${body.ticket}`)).refused).toEqual({ status: 401, code: 'unauthorized' })
    await agent.bought()
    await sequenceAll(world.sql)
    for (const socket of [byTicket, byToken])
      expect(await socket.until(({ type }) => type === 'fill')).toMatchObject({ data: { subject: 'SPY' } })
    await ask(world.two, { method: 'DELETE', url: `${ACCOUNTS}/${agent.account_id}/tokens/${agent.token_id}` })
    expect(await byToken.closed()).toBe(1000)
    expect(byToken.frames.at(-1)).toMatchObject({ type: 'close', data: { reason: 'the token has ended' } })
  })
})
