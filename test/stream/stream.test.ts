import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../../harness/eventually.ts'
import { logEvents } from '../../harness/log-events.ts'
import { INTERNAL } from '../../harness/tokens.ts'
import { pruneEvents } from '../../shared/postgres/events/events.ts'
import { ask } from '../trading/replicas.ts'
import { openStream } from './open-stream.ts'
import { type Body, event, idsOf, listening, reached, snapshotOf, streamWorld } from './stream-world.ts'

const streams = streamWorld()
const { world, log, latest, follow, getJson } = streams

describe('the public stream', () => {
  test('begins with a snapshot of the id after which it continues and the present state', async () => {
    await log({})
    const stream = await follow()
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    // A proxy that gathers answers before it sends them on would hold every event back.
    expect(stream.headers.get('x-accel-buffering')).toBe('no')
    expect(stream.headers.get('cache-control')).toBe('no-store')
    expect(await snapshotOf(stream)).toEqual({
      type: 'snapshot',
      id: String(await latest()),
      data: {
        after: await latest(),
        latest_id: await latest(),
        reset: false,
        reason: null,
        state: expect.objectContaining({ regime: null, active_alerts: [] }),
      },
    })
  })

  test('sends what the log serves, with the event before it in the filter', async () => {
    const stream = await follow()
    await snapshotOf(stream)
    await log({ title: 'first\n\nevent: close\ndata: x\r\u2028' }, { kind: 'news', severity: 'info' }, {})
    const end = await latest()
    await reached(stream, end)
    const page = await getJson(`/api/v1/events?after=${end - 3}&kinds=alert`)
    expect(stream.frames.slice(1).map(({ data }) => data)).toEqual(page.events)
    expect(page.events.map((one: { prev_id_in_filter: number }) => one.prev_id_in_filter)).toEqual([
      expect.any(Number),
      end - 2,
    ])
  })

  test('without kinds it sends changes of the regime, and critical alerts that fire or clear', async () => {
    const stream = await follow()
    await snapshotOf(stream)
    await log(
      { kind: 'transition', subject: 'regime', severity: 'info', title: 'regime' },
      { kind: 'transition', subject: 'vix', severity: 'critical', title: 'level' },
      { severity: 'warning', title: 'warning' },
      { severity: 'info', data: { type: 'cleared', alert_severity: 'critical' }, title: 'cleared' },
      { severity: 'info', data: { type: 'cleared', alert_severity: 'warning' }, title: 'cleared warning' },
      { title: 'fired' },
    )
    await reached(stream, await latest())
    expect(stream.frames.slice(1).map(({ data }) => data.title)).toEqual(['regime', 'cleared', 'fired'])
  })

  test('resumes after an id without loss or duplicate, however much lies between', async () => {
    const from = await latest()
    await logEvents(
      world.sql,
      Array.from({ length: 450 }, () => event()),
    )
    const end = await latest()
    const stream = await follow(`?after=${from + 7}`)
    await reached(stream, end)
    expect(Number((await snapshotOf(stream)).id)).toBe(from + 7)
    expect(idsOf(stream)).toEqual(Array.from({ length: end - from - 7 }, (_, at) => from + 8 + at))
    const chained = stream.frames.slice(1).map(({ data }) => data.prev_id_in_filter)
    expect(chained).toEqual(idsOf(stream).map((id) => id - 1))
  })

  test('events that are logged while a stream catches up come once and in order', async () => {
    const from = await latest()
    await logEvents(
      world.sql,
      Array.from({ length: 300 }, () => event()),
    )
    const streams = [await follow(`?after=${from}`), await follow(`?after=${from}`)]
    for (let batch = 0; batch < 20; batch++) await log({}, {}, {})
    const end = await latest()
    for (const stream of streams) {
      await reached(stream, end)
      expect(idsOf(stream)).toEqual(Array.from({ length: end - from }, (_, at) => from + 1 + at))
    }
  })

  test('the header wins over the parameter; an unreadable id and an unknown kind are 400', async () => {
    const end = await latest()
    const stream = await follow('?after=1', { 'last-event-id': String(end - 1) })
    expect((await snapshotOf(stream)).data.after).toBe(end - 1)
    for (const [query, headers, field] of [
      ['', { 'last-event-id': 'x' }, 'last-event-id'],
      ['?after=-1', {}, 'after'],
      ['?kinds=alert,unknown', {}, 'kinds'],
    ] as const) {
      const refused = await fetch(`${streams.base}/api/v1/agents/stream${query}`, { headers })
      expect(refused.status).toBe(400)
      expect(((await refused.json()) as Body).details.fields).toEqual([field])
    }
  })

  test('an id outside the log is answered by a snapshot with that reason', async () => {
    const end = await latest()
    const ahead = await snapshotOf(await follow(`?after=${end + 5}`))
    expect(ahead.data).toMatchObject({
      after: end,
      reset: true,
      reason: 'the id is greater than the newest of the log',
    })
    await world.sql`update events set recorded_at = '2020-01-01' where log = 'public' and id <= 3`
    expect(await pruneEvents(world.sql, new Date('2021-01-01'), 10)).toBe(3)
    const old = await snapshotOf(await follow('?after=2'))
    expect(old.data).toMatchObject({
      after: end,
      reset: true,
      reason: 'events after the id were deleted; the oldest is 4',
    })
    expect((await snapshotOf(await follow('?after=3'))).data).toMatchObject({ after: 3, reset: false })
    const gone = await fetch(`${streams.base}/api/v1/events?after=2`)
    expect(gone.status).toBe(410)
    expect(((await gone.json()) as Body).details).toEqual({ oldest_id: 4, snapshot: '/api/v1/signals/latest' })
    expect((await fetch(`${streams.base}/api/v1/events?after=${end + 1}`)).status).toBe(400)
    expect((await getJson('/api/v1/events?limit=2')).events[0].id).toBe(4)
  })

  test('a HEAD is answered at once', async () => {
    const answer = await fetch(`${streams.base}/api/v1/agents/stream`, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('')
  })
})

describe('limits', () => {
  const small = async (streams: { connectionsMax: number; lifetimeMs: number; ofCallerMax?: number }) =>
    await listening(
      await world.replica({ deps: { limits: { streams: { ofCallerMax: 100, slowMs: 10_000, ...streams } } } }),
    )

  test('one address or account has a part of the places, and others still get one', async () => {
    const origin = await small({ connectionsMax: 9, lifetimeMs: 60_000, ofCallerMax: 1 })
    const url = `${origin}/api/v1/agents/stream`
    const first = await openStream(url)
    const refused = await fetch(url)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(((await refused.json()) as Body).code).toBe('too_many_streams')
    const { token } = await world.account()
    const own = { authorization: `Bearer ${token}` }
    expect((await openStream(`${origin}/api/v1/trading/stream`, own)).status).toBe(200)
    expect((await fetch(`${origin}/api/v1/trading/stream`, { headers: own })).status).toBe(503)
    first.close()
    await eventually(async () => (await openStream(url)).status === 200)
  })

  test('above the cap the answer is 503 with Retry-After, and a closed stream makes room', async () => {
    const url = `${await small({ connectionsMax: 2, lifetimeMs: 60_000 })}/api/v1/agents/stream`
    const first = await openStream(url)
    await snapshotOf(await openStream(url))
    const refused = await fetch(url)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(((await refused.json()) as Body).code).toBe('stream_full')
    first.close()
    await eventually(async () => {
      const again = await openStream(url)
      return again.status === 200
    })
  })

  test('a quiet stream and a quiet socket get a heartbeat every 15 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { host } = new URL(await listening(await world.replica({})))
      const stream = await openStream(`http://${host}/api/v1/agents/stream`)
      await snapshotOf(stream)
      const socket = new WebSocket(`ws://${host}/api/v1/agents/socket`)
      let pings = 0
      socket.on('ping', () => pings++)
      await once(socket, 'message')

      vi.advanceTimersByTime(14_000)
      await log({})
      await reached(stream, await latest())
      expect([stream.comments, pings]).toEqual([[], 0])
      vi.advanceTimersByTime(1_000)
      await eventually(() => expect([stream.comments, pings]).toEqual([[': heartbeat'], 1]))
      vi.advanceTimersByTime(45_000)
      await eventually(() => expect([stream.comments.length, pings]).toEqual([4, 4]))
      socket.terminate()
    } finally {
      vi.useRealTimers()
    }
  })

  test('at its lifetime a stream ends with the newest id passed', async () => {
    const url = `${await small({ connectionsMax: 5, lifetimeMs: 1 })}/api/v1/agents/stream`
    await log({ kind: 'news', severity: 'info' })
    const stream = await openStream(`${url}?after=${(await latest()) - 1}`)
    await stream.ended
    const end = await latest()
    expect(stream.frames.at(-1)).toEqual({
      type: 'close',
      id: String(end),
      data: { after: end, reason: 'the stream has reached its lifetime', reconnect_in_ms: 1_000 },
    })
  })

  test('a client that does not read is cut, and the others get a burst of any size', async () => {
    const replica = await world.replica({
      deps: { limits: { streams: { connectionsMax: 5, ofCallerMax: 5, lifetimeMs: 600_000, slowMs: 6_000 } } },
    })
    const { port, hostname, origin } = new URL(await listening(replica))
    const open = async () => {
      const { body } = await ask(replica, { url: '/metrics', token: INTERNAL })
      return Number(/^streams_open (\d+)$/m.exec(body)?.[1])
    }
    const deaf = connect(Number(port), hostname)
    deaf.on('error', () => {})
    deaf.write(`GET /api/v1/agents/stream?kinds=news HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
    deaf.pause()
    const reader = await openStream(`${origin}/api/v1/agents/stream?kinds=news`)
    await snapshotOf(reader)
    await eventually(async () => (await open()) === 2)
    const from = await latest()
    const long = 'x'.repeat(50_000)
    await logEvents(
      world.sql,
      Array.from({ length: 160 }, () => event({ kind: 'news', severity: 'info', data: { long } })),
    )
    await reached(reader, from + 160)
    await eventually(async () => (await open()) === 1)
    expect(idsOf(reader)).toEqual(Array.from({ length: 160 }, (_, at) => from + 1 + at))
    deaf.destroy()
  })
})
