import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createReader, type Reader } from '../../api/database/reader.ts'
import { DEFAULT_LIMITS } from '../../api/http/limits.ts'
import type { Frame } from '../../api/stream/frame.ts'
import { type Sink, sseSink, WAITING_BYTES_MAX } from '../../api/stream/sink.ts'
import { StreamHub, type StreamRequest } from '../../api/stream/stream-hub.ts'
import { socketSink } from '../../api/stream/upgrade-sockets.ts'
import { abandonedResponse } from '../../harness/abandoned-response.ts'
import { closeBeforeDrop, testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { logEvents } from '../../harness/log-events.ts'
import { silentLog } from '../../shared/log.ts'
import { eventBounds } from '../../shared/postgres/events/events.ts'
import { event } from './stream-world.ts'

const db = testDatabase()

async function openHub(counted: (reader: Reader) => Reader = (reader) => reader): Promise<StreamHub> {
  const reader = createReader({ sql: db.sql, deadlineMs: 15_000, log: silentLog })
  await new Promise<void>((done) => reader.onUp(() => done()))
  const hub = new StreamHub({ reader: counted(reader), limits: DEFAULT_LIMITS.streams, log: silentLog })
  closeBeforeDrop(String(db.sql.options.database), async () => {
    hub.close()
    await reader.close()
  })
  return hub
}

/** A client that leaves as much unread as the test says, and may go. */
function readerOf(unread: () => number) {
  const frames: Frame[] = []
  let leave = () => {}
  const sink = {
    send: (frame: Frame) => void frames.push(frame),
    heartbeat: () => {},
    waiting: unread,
    end: () => {},
    cut: () => {},
    onClosed: (listener: () => void) => {
      leave = listener
    },
  }
  const request: StreamRequest = {
    log: 'public',
    filter: ['alert'],
    after: 0,
    tokenId: null,
    caller: '127.0.0.1',
    state: async () => null,
    open: () => sink,
  }
  return { frames, request, leave: () => leave() }
}

test('a client that has read less than half of what may wait gets no event until it has', async () => {
  await logEvents(db.sql, [event(), event()])
  let looks = 0
  let unread = WAITING_BYTES_MAX / 2 + 1
  const client = readerOf(() => {
    looks++
    return unread
  })
  const hub = await openHub()
  const following = hub.follow(client.request)
  await eventually(() => looks >= 3)
  expect(client.frames).toHaveLength(1)
  unread = WAITING_BYTES_MAX / 2
  await following
  expect(client.frames).toHaveLength(3)
})

test('a client with too much unread gets no further event until it has read, and then those that it missed', async () => {
  let unread = 0
  const slow = readerOf(() => unread)
  const quick = readerOf(() => 0)
  const hub = await openHub()
  for (const { request } of [slow, quick]) await hub.follow({ ...request, after: null })
  unread = WAITING_BYTES_MAX + 1
  for (const count of [1, 2, 3]) {
    await logEvents(db.sql, [event()])
    hub.look()
    await eventually(() => quick.frames.length === 1 + count)
  }
  expect(slow.frames).toHaveLength(2)
  unread = 0
  await eventually(() => slow.frames.length === 4)
  expect(slow.frames.slice(1)).toEqual(quick.frames.slice(1))
})

test('a client that goes takes no events from those that stay', async () => {
  const [gone, staying] = [readerOf(() => 0), readerOf(() => 0)]
  const hub = await openHub()
  for (const { request } of [gone, staying]) await hub.follow({ ...request, after: null })
  gone.leave()
  expect(hub.connections).toBe(1)
  await logEvents(db.sql, [event()])
  hub.look()
  await eventually(() => staying.frames.length === 2)
  expect(gone.frames).toHaveLength(1)
})

test('a client whose event was lost by a restore starts again, and its snapshot gives the reason', async () => {
  await logEvents(db.sql, [event()])
  const lost = (await eventBounds(db.sql))!.latest + 1
  await db.sql`update event_origin set origin = 'the server before the restore'`
  await logEvents(db.sql, [event()])
  const newest = (await eventBounds(db.sql))!.latest
  const client = readerOf(() => 0)
  await (await openHub()).follow({ ...client.request, after: lost })
  expect(JSON.parse(client.frames[0]!.text)).toMatchObject({
    type: 'snapshot',
    data: {
      after: newest,
      reset: true,
      reason: `the event of the id was lost when the database was restored or replaced; the log goes on at ${newest - 1}`,
    },
  })
})

test('a client that another replica has sent a newer event goes on after that event', async () => {
  await logEvents(db.sql, [event()])
  const hub = await openHub()
  await hub.follow({ ...readerOf(() => 0).request, after: null })
  await logEvents(db.sql, [event()])
  const after = (await eventBounds(db.sql))!.latest
  const client = readerOf(() => 0)
  await hub.follow({ ...client.request, after })
  expect(JSON.parse(client.frames[0]!.text).data).toMatchObject({ after, latest_id: after, reset: false, reason: null })
})

test('after its close a hub takes no stream', async () => {
  const hub = await openHub()
  hub.close()
  await expect(hub.follow(readerOf(() => 0).request)).rejects.toMatchObject({ details: { code: 'stream_full' } })
})

test.each([null, 0])(
  'a crowd that opens its streams at once after %s needs no more reads than two streams',
  async (after) => {
    await logEvents(db.sql, [event(), event()])
    const readsOf = async (clients: number): Promise<number> => {
      let reads = 0
      const hub = await openHub((reader) => ({
        ...reader,
        read: (work) => {
          reads++
          return reader.read(work)
        },
      }))
      const crowd = Array.from({ length: clients }, () => readerOf(() => 0))
      await Promise.all(crowd.map(({ request }) => hub.follow({ ...request, after })))
      expect(new Set(crowd.map(({ frames }) => JSON.stringify(frames))).size).toBe(1)
      return reads
    }
    expect(await readsOf(300)).toBe(await readsOf(2))
  },
)

/** The sink of a client that has gone while its stream was being prepared. */
const GONE_SINKS: Record<string, () => Promise<Sink>> = {
  stream: async () => sseSink(await abandonedResponse(), {}),
  async socket() {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(server, 'listening')
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const [[socket]] = await Promise.all([once(server, 'connection'), once(client, 'open')])
    client.terminate()
    await once(socket, 'close')
    server.close()
    return socketSink(socket)
  },
}

test.each(Object.keys(GONE_SINKS))('a client that goes before its %s is open leaves no place taken', async (kind) => {
  const hub = await openHub()
  const sink = await GONE_SINKS[kind]!()
  await hub.follow({ ...readerOf(() => 0).request, open: () => sink })
  expect(hub.connections).toBe(0)
})
