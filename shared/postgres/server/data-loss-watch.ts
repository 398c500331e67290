import { within } from '../../deadline.ts'
import { AppError, errorMessage } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { isOtherPast, type PastReading, raiseSequence, readPast, recordLoss } from './data-losses.ts'
import type { Db, Pool, Tx } from './db.ts'
import { type NotedWrite, NotedWrites } from './noted-writes.ts'

const LOOK_EVERY_MS = 1_000
const LOOK_WITHIN_MS = 5_000

/**
 * What a process may do: `open`; `lost`: an operator has to accept a loss; `unsure`: it still has to check the data.
 */
export type Verdict = 'open' | 'lost' | 'unsure'

const UNSURE = 'another database server answers than before, and what it holds is being compared'
const LOST = 'the database lost its newest writes in a failover: this waits until an operator runs ops failover accept'

interface DataLossWatchDeps {
  /** This process, for operators. */
  name: string
  read<T>(work: (sql: Db) => PromiseLike<T>): Promise<T>
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Whether this process raises the sequence. */
  raise?: (seen: number) => Promise<void>
  log: Log
}

/**
 * Notices that a promoted standby lacks what this process has seen: the service's own sequence or the clock epoch went
 * back, or a confirmed write is missing. One process that remembers is enough to close trading.
 */
export class DataLossWatch {
  readonly #deps: DataLossWatchDeps
  readonly #noted = new NotedWrites()
  #seen: PastReading | null = null
  #looking: Promise<void> | null = null
  #hasFailed = false
  #timer: NodeJS.Timeout | undefined

  constructor(deps: DataLossWatchDeps) {
    this.#deps = deps
  }

  /** Rejects while money must not move; for a transaction of its caller. */
  async requireWhole(tx: Tx): Promise<void> {
    const { seen } = this
    const verdict = this.judge(await readPast(tx), seen)
    if (verdict !== 'open') throw new AppError('unavailable', verdict === 'lost' ? LOST : UNSURE)
  }

  /** Remembers a write that was confirmed to its caller. */
  note(write: NotedWrite): void {
    this.#noted.note(write)
  }

  /** The newest reading that this process remembers; null before its first look. */
  get seen(): PastReading | null {
    return this.#seen
  }

  /**
   * Checks a reading of the transaction that is about to write against what was seen before that reading began. A look
   * in the meantime may have seen a higher number of the same server.
   */
  judge(now: PastReading, seen: PastReading | null): Verdict {
    if (now.isOpen) return 'lost'
    this.#seen ??= now
    if (seen === null || !isOtherPast(now, seen)) return 'open'
    void this.look()
    return 'unsure'
  }

  /** Looks once; calls meanwhile wait for the same look. */
  look(): Promise<void> {
    this.#looking ??= within(LOOK_WITHIN_MS, 'the look for lost writes', this.#compare())
      .then(
        () => {
          this.#hasFailed = false
        },
        (error: unknown) => {
          if (!this.#hasFailed) this.#deps.log.debug({ error: errorMessage(error) }, 'losses_not_looked_for')
          this.#hasFailed = true
        },
      )
      .finally(() => {
        this.#looking = null
      })
    return this.#looking
  }

  /** Looks every second until `stop`. */
  start(): void {
    this.#timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #compare(): Promise<void> {
    const { name, read, write, raise, log } = this.#deps
    const notes = this.#noted.uncovered
    if (raise) await raise(this.#seen?.number ?? 0)
    const now = await read(readPast)
    const seen = this.#seen
    if (seen && isOtherPast(now, seen)) {
      let compared: readonly NotedWrite[] = []
      const notesSince = (number: number) => (compared = this.#noted.since(number))
      const isLost = await write((tx) => recordLoss(tx, { name, seen, notesSince }))
      this.#seen = await read(readPast)
      this.#noted.forget(compared)
      log[isLost ? 'error' : 'warn']({ seen: seen.number, found: now.number, timeline: now.timeline }, 'database_moved')
      return
    }
    this.#seen = now
    this.#noted.seen(notes, now.number)
  }
}

/** The watch of a process with a pool that writes. */
export function watchDataLoss(sql: Pool, { name, raises, log }: { name: string; raises: boolean; log: Log }) {
  const watch = new DataLossWatch({
    name,
    read: async (work) => await work(sql),
    write: async (work) => (await sql.begin(work)) as Awaited<ReturnType<typeof work>>,
    ...(raises ? { raise: (seen: number) => raiseSequence(sql, seen) } : {}),
    log,
  })
  watch.start()
  return watch
}
