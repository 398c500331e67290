import { setTimeout as sleep } from 'node:timers/promises'
import type { LoggedEvent } from '../../shared/domain/contract/event.ts'
import { filterKey, passes, type StreamFilter } from '../../shared/domain/contract/stream-filter.ts'
import type { Log } from '../../shared/log.ts'
import { liveTokens } from '../../shared/postgres/trading/stream-tickets.ts'
import type { Reader } from '../database/reader.ts'
import { isGone, lostSentence } from '../events/log-document.ts'
import { refuse } from '../http/errors.ts'
import type { StreamLimits } from '../http/limits.ts'
import { type Frame, frameOf } from './frame.ts'
import { LogReads } from './log-reads.ts'
import { LogTail } from './log-tail.ts'
import { once } from './once.ts'
import { RECONNECT_FIRST_MS, reconnectInMs } from './reconnect.ts'
import { type Sink, WAITING_BYTES_MAX } from './sink.ts'
import { StreamPlaces } from './stream-places.ts'

/** Announcements make streams fast; this interval makes them reliable. */
const LOOK_EVERY_MS = 5_000
const TICK_MS = 1_000
const HEARTBEAT_EVERY_MS = 15_000
const SLOW_LOOK_MS = 50

export interface StreamRequest {
  log: string
  filter: StreamFilter
  /** Null: from now on. */
  after: number | null
  /** The stream ends when this token does; null on a public stream. */
  tokenId: string | null
  /** The caller who opens the stream: an address or an account. */
  caller: string
  /** The present state, for the snapshot. */
  state: () => Promise<unknown>
  /** Called once nothing can refuse the stream any more. */
  open: () => Sink
}

interface Connection {
  sink: Sink
  tokenId: string | null
  until: number
  /** Everything up to this id was sent or filtered out. */
  cursor: number
  group: Group | null
}

/** Connections with the same filter on the same log get the same frames. */
interface Group {
  filter: StreamFilter
  /** The newest event that passed. */
  last: number | null
  connections: Set<Connection>
}

interface Followed {
  tail: LogTail
  groups: Map<string, Group>
  users: number
}

const nameOf = ({ kind }: LoggedEvent): string => kind
const eventFrame = (event: LoggedEvent, last: number | null): Frame =>
  frameOf(nameOf(event), event.id, { ...event, prev_id_in_filter: last })

/** All open streams of this replica. */
export class StreamHub {
  readonly #reader: Reader
  readonly #reads: LogReads
  readonly #limits: StreamLimits
  readonly #log: Log
  readonly #followed = new Map<string, Followed>()
  readonly #connections = new Set<Connection>()
  readonly #places: StreamPlaces
  readonly #timer: NodeJS.Timeout
  #ticks = 0
  #checking = false
  #closed = false

  constructor({ reader, limits, log }: { reader: Reader; limits: StreamLimits; log: Log }) {
    this.#reader = reader
    this.#reads = new LogReads(reader)
    this.#limits = limits
    this.#places = new StreamPlaces(limits)
    this.#log = log
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref()
  }

  /** Throws when another stream of this caller would be one too many. */
  requireRoom(caller: string): void {
    if (this.#closed) throw refuse('stream_full')
    this.#places.requireOne(caller)
  }

  get connections(): number {
    return this.#places.taken
  }

  /** Sends the snapshot, then what follows it in the log, then live events. Rejects before the sink is opened. */
  async follow(request: StreamRequest): Promise<void> {
    this.requireRoom(request.caller)
    const leavePlace = this.#places.take(request.caller)
    const followed = this.#use(request.log)
    const release = once(() => {
      leavePlace()
      this.#leave(followed)
    })
    try {
      await followed.tail.begin()
      const start = await this.#startOf(followed.tail, request)
      const [last, state] = await Promise.all([
        this.#lastBefore(followed, request, start.after),
        request.state().catch(() => null),
      ])
      const sink = request.open()
      const until = performance.now() + this.#limits.lifetimeMs
      const connection: Connection = { sink, tokenId: request.tokenId, until, cursor: start.after, group: null }
      this.#connections.add(connection)
      sink.onClosed(() => {
        this.#drop(connection)
        release()
      })
      if (!this.#connections.has(connection)) return
      const { after, reset, reason } = start
      sink.send(frameOf('snapshot', after, { after, latest_id: followed.tail.newest, reset, reason, state }))
      await this.#catchUp(connection, followed, request.filter, last).catch(() => sink.cut())
    } catch (error) {
      release()
      throw error
    }
  }

  /** New events may be there. */
  look(): void {
    for (const { tail } of this.#followed.values()) tail.look().catch((error: unknown) => this.#note(error))
  }

  /** Ends all streams with `close`, and spreads when they are opened again. */
  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    for (const [at, connection] of [...this.#connections].entries())
      this.#end(connection, 'the server stops', reconnectInMs(at, this.#places.taken))
  }

  async #startOf(tail: LogTail, { log, after }: StreamRequest) {
    const present = { after: tail.newest, reset: false, reason: null as string | null }
    if (after === null || after === tail.newest) return present
    if (after > tail.newest) await tail.look()
    if (after === tail.newest) return { ...present, after }
    const bounds = await this.#reads.bounds(log)
    if (after > tail.newest) return { ...present, reset: true, reason: 'the id is greater than the newest of the log' }
    if (isGone(after, bounds))
      return { ...present, reset: true, reason: `events after the id were deleted; the oldest is ${bounds!.oldest}` }
    const lost = await this.#reads.continuedAfter(log, after)
    if (lost) return { ...present, reset: true, reason: lostSentence(lost.id) }
    return { ...present, after }
  }

  /** The newest event at or before the id that passes; the connections of a group know it for the present. */
  async #lastBefore({ tail, groups }: Followed, { log, filter }: StreamRequest, id: number): Promise<number | null> {
    const group = groups.get(filterKey(filter))
    if (group && group.connections.size > 0 && id === tail.newest) return group.last
    return await this.#reads.lastPassing(log, filter, id)
  }

  /** Sends from the log what the connection has not had, page by page as it reads, then joins its group. */
  async #catchUp(connection: Connection, { tail, groups }: Followed, filter: StreamFilter, before: number | null) {
    let last = before
    while (await this.#hasRead(connection)) {
      if (connection.cursor >= tail.newest) return this.#join(connection, { groups, filter, last })
      const newest = tail.newest
      const { events, hasMore } = await this.#reads.page({ log: tail.log, filter, after: connection.cursor, newest })
      for (const event of events) {
        if (!passes(filter, event)) continue
        connection.sink.send(eventFrame(event, last))
        last = event.id
      }
      connection.cursor = hasMore ? events.at(-1)!.id : newest
    }
  }

  #join(
    connection: Connection,
    { groups, filter, last }: Pick<Followed, 'groups'> & Pick<Group, 'filter' | 'last'>,
  ): void {
    const key = filterKey(filter)
    const group = groups.get(key) ?? { filter, last, connections: new Set() }
    groups.set(key, group)
    group.connections.add(connection)
    connection.group = group
  }

  /** Resolves once the client has read enough to get more; false when it is gone, or was cut for not reading. */
  async #hasRead(connection: Connection): Promise<boolean> {
    const until = performance.now() + this.#limits.slowMs
    while (this.#connections.has(connection)) {
      if (connection.sink.waiting() <= WAITING_BYTES_MAX / 2) return true
      if (performance.now() > until) connection.sink.cut()
      await sleep(SLOW_LOOK_MS)
    }
    return false
  }

  #deliver(log: string, events: readonly LoggedEvent[]): void {
    const followed = this.#followed.get(log)
    if (!followed) return
    for (const group of followed.groups.values()) {
      for (const event of events) {
        if (!passes(group.filter, event)) continue
        const frame = eventFrame(event, group.last)
        group.last = event.id
        for (const connection of group.connections) this.#send(connection, { frame, id: event.id, followed, group })
      }
      for (const connection of group.connections) connection.cursor = followed.tail.newest
    }
  }

  /** A connection that reads slowly leaves its group and catches up from the log, so that it costs no more memory. */
  #send(connection: Connection, sent: { frame: Frame; id: number; followed: Followed; group: Group }): void {
    const { frame, id, followed, group } = sent
    connection.sink.send(frame)
    if (connection.sink.waiting() <= WAITING_BYTES_MAX) return
    group.connections.delete(connection)
    connection.group = null
    connection.cursor = id
    this.#catchUp(connection, followed, group.filter, id).catch((error: unknown) => {
      this.#note(error)
      connection.sink.cut()
    })
  }

  #tick(): void {
    this.#ticks++
    const now = performance.now()
    for (const connection of this.#connections)
      if (now >= connection.until) this.#end(connection, 'the stream has reached its lifetime')
    if ((this.#ticks * TICK_MS) % HEARTBEAT_EVERY_MS === 0) for (const { sink } of this.#connections) sink.heartbeat()
    if ((this.#ticks * TICK_MS) % LOOK_EVERY_MS === 0) this.look()
    if (!this.#checking) void this.#endRevoked()
  }

  /** Ends the streams whose token was revoked or ran out. */
  async #endRevoked(): Promise<void> {
    const ids = new Set([...this.#connections].flatMap(({ tokenId }) => tokenId ?? []))
    if (ids.size === 0) return
    this.#checking = true
    try {
      const live = await this.#reader.read((sql) => liveTokens(sql, [...ids]))
      for (const connection of this.#connections) {
        const { tokenId } = connection
        if (tokenId !== null && ids.has(tokenId) && !live.has(tokenId)) this.#end(connection, 'the token has ended')
      }
    } catch (error) {
      this.#note(error)
    } finally {
      this.#checking = false
    }
  }

  #end(connection: Connection, reason: string, inMs = RECONNECT_FIRST_MS): void {
    const data = { after: connection.cursor, reason, reconnect_in_ms: inMs }
    connection.sink.send(frameOf('close', connection.cursor, data, inMs))
    this.#drop(connection)
    connection.sink.end()
  }

  #drop(connection: Connection): void {
    this.#connections.delete(connection)
    connection.group?.connections.delete(connection)
  }

  #use(log: string): Followed {
    const known = this.#followed.get(log)
    const followed = known ?? {
      tail: new LogTail(log, this.#reader, (events) => this.#deliver(log, events)),
      groups: new Map(),
      users: 0,
    }
    followed.users++
    if (!known) this.#followed.set(log, followed)
    return followed
  }

  #leave(followed: Followed): void {
    followed.users--
    for (const [key, { connections }] of followed.groups) if (connections.size === 0) followed.groups.delete(key)
    if (followed.users === 0) this.#followed.delete(followed.tail.log)
  }

  #note(error: unknown): void {
    this.#log.debug({ cause: String(error) }, 'stream_waits')
  }
}
