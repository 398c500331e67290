import type { LoggedEvent } from '../../shared/domain/contract/event.ts'
import { eventBounds, readEvents } from '../../shared/postgres/events/events.ts'
import type { Reader } from '../database/reader.ts'

const PAGE = 500

/**
 * Reads the end of one log for all streams of this replica: each event once, however many follow it. `look` reads what
 * is new; calls while it reads cause one more reading.
 */
export class LogTail {
  readonly log: string
  readonly #reader: Reader
  readonly #onEvents: (events: readonly LoggedEvent[]) => void
  #newest: number | null = null
  #looking: Promise<void> | null = null
  #again = false

  constructor(log: string, reader: Reader, onEvents: (events: readonly LoggedEvent[]) => void) {
    this.log = log
    this.#reader = reader
    this.#onEvents = onEvents
  }

  /** Finds the end of the log, once. */
  async begin(): Promise<void> {
    if (this.#newest === null) await this.look()
  }

  /** The newest id that this replica has read; 0 before the first event. Call `begin` first. */
  get newest(): number {
    return this.#newest ?? 0
  }

  look(): Promise<void> {
    if (this.#looking) {
      this.#again = true
      return this.#looking
    }
    this.#looking = this.#read().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #read(): Promise<void> {
    do {
      this.#again = false
      if (this.#newest === null) {
        this.#newest = (await this.#reader.read((sql) => eventBounds(sql, this.log)))?.latest ?? 0
        continue
      }
      const page = { log: this.log, after: this.#newest, before: null, kinds: [], limit: PAGE } as const
      const events = await this.#reader.read((sql) => readEvents(sql, page))
      if (events.length === 0) continue
      this.#newest = events.at(-1)!.id
      this.#onEvents(events)
      if (events.length === PAGE) this.#again = true
    } while (this.#again)
  }
}
