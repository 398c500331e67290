import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createClient, type MarketError, type StreamedEvent } from '../../client/index.js'

const QUICK = { retryMs: 1, retryMsMax: 5 }

type Connection = (request: IncomingMessage, response: ServerResponse, log: StreamLog) => void

/** A log of numbered events, served in the form of the contract. */
class StreamLog {
  readonly asked: { url: string; after: string | undefined; authorization: string | undefined }[] = []
  tickets = 0

  frames(from: number, to: number): string {
    return Array.from({ length: to - from }, (_each, at) => this.frame(from + at + 1)).join('')
  }

  frame(id: number): string {
    return `id: ${id}\nevent: alert\ndata: {"id":${id},"title":"a\\nb"}\n\n`
  }
}

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Each connection is answered in the next of the given ways; the last one repeats. */
async function serve(...connections: Connection[]): Promise<{ log: StreamLog; baseUrl: string }> {
  const log = new StreamLog()
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      response.setHeader('content-type', 'application/json')
      return void response.end(JSON.stringify({ ticket: `ticket-${++log.tickets}` }))
    }
    const { 'last-event-id': after, authorization } = request.headers
    log.asked.push({ url: request.url ?? '', after: after as string | undefined, authorization })
    const connection = connections[Math.min(log.asked.length, connections.length) - 1]!
    connection(request, response, log)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { log, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('waits again after 202 and a lost connection, and continues from the service time of the last wake', async () => {
  const bodies: unknown[] = []
  const woken = (time: string, by: string | null) => ({ service_time: time, woken_by: by, market_open: true })
  const answers = [woken('t1', null), null, woken('t2', 'cycle'), woken('t3', 'cycle')]
  const fetchOf = async (_url: unknown, { body }: { body?: string } = {}) => {
    bodies.push(JSON.parse(body ?? ''))
    const answer = answers[bodies.length - 1]
    if (!answer) throw new TypeError('fetch failed')
    return Response.json(answer)
  }
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', token: 't', fetch: fetchOf as typeof fetch })
  const seen: string[] = []
  for await (const { service_time } of client.cycles({ after: 't0', retryMs: 1 })) {
    seen.push(service_time)
    if (seen.length === 2) break
  }
  expect(seen).toEqual(['t2', 't3'])
  expect(bodies.map((body) => (body as { after: string }).after)).toEqual(['t0', 't0', 't0', 't2'])
})

const streaming = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })

async function take(stream: AsyncGenerator<StreamedEvent, void, undefined>, count: number): Promise<StreamedEvent[]> {
  const found: StreamedEvent[] = []
  for await (const event of stream) {
    found.push(event)
    if (found.length === count) break
  }
  return found
}
const ids = (found: readonly StreamedEvent[]) => found.map(({ id }) => Number(id))

test('resumes after the last id when the connection is cut in the middle of an event', async () => {
  const { log, baseUrl } = await serve(
    (_request, response, { frames, frame }) => {
      streaming(response).write(frames.call(log, 0, 3) + frame(4).slice(0, 20))
      setImmediate(() => response.destroy())
    },
    (_request, response) => void streaming(response).write(log.frames(3, 6)),
  )
  const found = await take(createClient({ baseUrl }).streamEvents({ ...QUICK, kinds: ['alert'] }), 6)
  expect(ids(found)).toEqual([1, 2, 3, 4, 5, 6])
  expect(found[0]).toEqual({ type: 'alert', id: '1', data: { id: 1, title: 'a\nb' } })
  expect(log.asked.map(({ after }) => after)).toEqual([undefined, '3'])
  expect(log.asked[0]?.url).toBe('/api/v1/agents/stream?kinds=alert')
})

test('an event that is sent again is not given twice, and a close is followed by a new connection', async () => {
  const { log, baseUrl } = await serve(
    (_request, response) => void streaming(response).end(`${log.frames(0, 2)}id: 2\nevent: close\ndata: {}\n\n`),
    (_request, response) => void streaming(response).write(log.frames(1, 4)),
  )
  expect(ids(await take(createClient({ baseUrl }).streamEvents(QUICK), 4))).toEqual([1, 2, 3, 4])
  expect(log.asked[1]?.after).toBe('2')
})

test('a snapshot that resets the log is given, and sets the id to resume after', async () => {
  const { log, baseUrl } = await serve(
    (_request, response) => void streaming(response).end('id: 0\nevent: snapshot\ndata: {"reset":true}\n\n'),
    (_request, response) => void streaming(response).write(log.frames(0, 1)),
  )
  const found = await take(createClient({ baseUrl }).streamEvents({ ...QUICK, after: 99 }), 2)
  expect(found.map(({ type }) => type)).toEqual(['snapshot', 'alert'])
  expect(log.asked.map(({ after }) => after)).toEqual(['99', '0'])
})

test('waits out a 503, and throws a refusal that no repetition can change', async () => {
  const { log, baseUrl } = await serve(
    (_request, response) => void response.writeHead(503, { 'retry-after': '0' }).end('{}'),
    (_request, response) => void streaming(response).end(log.frames(0, 1)),
    (_request, response) =>
      void response
        .writeHead(400, { 'content-type': 'application/json' })
        .end('{"code":"invalid_parameter","fix":"x"}'),
  )
  const stream = createClient({ baseUrl }).streamEvents(QUICK)
  expect((await stream.next()).value).toMatchObject({ id: '1' })
  await expect(stream.next()).rejects.toMatchObject({
    status: 400,
    code: 'invalid_parameter',
  } satisfies Partial<MarketError>)
})

test('a connection that is never answered is replaced', async () => {
  const { log, baseUrl } = await serve(
    () => {},
    (_request, response) => void streaming(response).write(log.frames(0, 1)),
  )
  expect(ids(await take(createClient({ baseUrl }).streamEvents({ ...QUICK, silenceMs: 50 }), 1))).toEqual([1])
})

test('a connection that falls silent is replaced', async () => {
  const { log, baseUrl } = await serve(
    (_request, response) => void streaming(response).write(log.frames(0, 1)),
    (_request, response) => void streaming(response).write(log.frames(1, 2)),
  )
  expect(ids(await take(createClient({ baseUrl }).streamEvents({ ...QUICK, silenceMs: 50 }), 2))).toEqual([1, 2])
})

test('a ticketed stream takes a new ticket for each connection and never sends the token to it', async () => {
  const { log, baseUrl } = await serve(
    (_request, response) => void streaming(response).end(log.frames(0, 1)),
    (_request, response) => void streaming(response).write(log.frames(1, 2)),
  )
  const client = createClient({ baseUrl, token: 'ms_agt_x' })
  expect(ids(await take(client.streamAccountEvents({ ...QUICK, ticketed: true }), 2))).toEqual([1, 2])
  expect(log.asked.map(({ url }) => url)).toEqual([
    '/api/v1/trading/stream?ticket=ticket-1',
    '/api/v1/trading/stream?ticket=ticket-2',
  ])
  expect(log.asked.every(({ authorization }) => authorization === undefined)).toBe(true)
})

test('aborting ends the iterator without an error', async () => {
  const { log, baseUrl } = await serve((_request, response) => void streaming(response).write(log.frames(0, 1)))
  const stop = new AbortController()
  const found: StreamedEvent[] = []
  for await (const event of createClient({ baseUrl }).streamEvents({ ...QUICK, signal: stop.signal })) {
    found.push(event)
    stop.abort()
  }
  expect(ids(found)).toEqual([1])
})
