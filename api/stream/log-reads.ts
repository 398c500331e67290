import type { LoggedEvent } from '../../shared/domain/contract/event.ts'
import { filterKey, type StreamFilter } from '../../shared/domain/contract/stream-filter.ts'
import {
  continuedAfter,
  type EventBounds,
  eventBounds,
  lastPassing,
  readEvents,
} from '../../shared/postgres/events/events.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import type { Reader } from '../database/reader.ts'

const PAGE = 100

interface Page {
  log: string
  filter: StreamFilter
  after: number
  newest: number
}

/**
 * Reads logs for streams. Callers that need the same read while it runs share it. Without this, a crowd that opens its
 * streams at once, as after a restart, would queue for the few connections of streams until it is refused.
 */
export class LogReads {
  readonly #reader: Reader
  readonly #running = new Map<string, Promise<unknown>>()

  constructor(reader: Reader) {
    this.#reader = reader
  }

  bounds(log: string): Promise<EventBounds | null> {
    return this.#share(`bounds ${log}`, (sql) => eventBounds(sql, log))
  }

  continuedAfter(log: string, id: number): Promise<{ id: number } | null> {
    return this.#share(`continued ${log} ${id}`, (sql) => continuedAfter(sql, log, id))
  }

  lastPassing(log: string, filter: StreamFilter, id: number): Promise<number | null> {
    return this.#share(`last ${log} ${filterKey(filter)} ${id}`, (sql) => lastPassing(sql, { log, filter, id }))
  }

  /** The events after an id up to the newest one that the replica knows, and whether more of them follow. */
  async page({ log, filter, after, newest }: Page): Promise<{ events: LoggedEvent[]; hasMore: boolean }> {
    const kinds = filter === 'headlines' ? (['alert', 'transition'] as const) : filter
    const page = { log, after, before: newest + 1, kinds, limit: PAGE }
    const key = `page ${log} ${filterKey(filter)} ${after} ${newest}`
    const events = await this.#share(key, (sql) => readEvents(sql, page))
    return { events, hasMore: events.length === PAGE }
  }

  #share<T>(key: string, read: (sql: Db) => PromiseLike<T>): Promise<T> {
    // A key names its read, so what runs under it has the type of this read.
    const running = this.#running.get(key) as Promise<T> | undefined
    if (running) return running
    const started = this.#reader.read(read).finally(() => this.#running.delete(key))
    this.#running.set(key, started)
    return started
  }
}
