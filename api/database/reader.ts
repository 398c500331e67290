import { within } from '../../shared/deadline.ts'
import { AppError } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'
import {
  isConnectionError,
  isDroppedConnection,
  isMissingSchema,
  isStatementTimeout,
} from '../../shared/postgres/server/database-error.ts'
import { type Db, type Pool, siblingPool } from '../../shared/postgres/server/db.ts'

const PROBE_MS_FIRST = 100
const PROBE_MS_MAX = 1_000
/** With a missing schema every read fails; one log line a minute reports it. */
const SCHEMA_WARN_MS = 60_000
const NO_SCHEMA = 'the database has no schema yet: run npm run migrate'

export interface ReaderDeps {
  /** A promise while the database is still being started. */
  sql: Pool | Promise<Pool>
  deadlineMs: number
  log: Log
}

export interface Reader {
  /** Rejects with `unavailable` at the deadline at the latest, and at once while the database is known to be down. */
  read<T>(work: (sql: Db) => PromiseLike<T>): Promise<T>
  state(): 'starting' | 'up' | 'down'
  /** Calls the listener with a working pool, at the start and after every outage. */
  onUp(listener: (pool: Pool) => void): void
  close(): Promise<void>
}

/**
 * The way to Postgres for every read: a deadline per query behind a circuit breaker. The first missed deadline or lost
 * link opens it; then reads fail at once while a background probe tries fresh pools, because the old pool may hold
 * half-open connections and long back-offs. The given pool only supplies the address; reads use a pool of their own.
 */
export function createReader({ sql, deadlineMs, log }: ReaderDeps): Reader {
  const listeners: ((pool: Pool) => void)[] = []
  let pool: Pool | null = null
  let down = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let warnedAtMs = Number.NEGATIVE_INFINITY

  function use(next: Pool): void {
    pool = next
    down = false
    for (const listener of listeners) listener(next)
  }

  function trip(failed: Pool, cause: unknown): void {
    if (closed || failed !== pool || down) return
    down = true
    log.warn({ cause: String(cause) }, 'database away')
    void failed.end({ timeout: 0 }).catch(() => {})
    schedule(failed, PROBE_MS_FIRST)
  }

  function schedule(lost: Pool, waitMs: number): void {
    timer = setTimeout(() => void probe(lost, waitMs), waitMs)
  }

  async function probe(lost: Pool, waitedMs: number): Promise<void> {
    const fresh = siblingPool(lost)
    try {
      await within(deadlineMs, 'the database', fresh`select 1 as alive limit 1`)
      if (closed) return void (await fresh.end({ timeout: 0 }))
      log.info({}, 'database back')
      use(fresh)
    } catch {
      await fresh.end({ timeout: 0 }).catch(() => {})
      if (!closed) schedule(lost, Math.min(waitedMs * 2, PROBE_MS_MAX))
    }
  }

  function withoutSchema(cause: unknown): AppError {
    if (performance.now() - warnedAtMs >= SCHEMA_WARN_MS) {
      warnedAtMs = performance.now()
      log.warn({ cause: String(cause) }, NO_SCHEMA)
    }
    return new AppError('unavailable', NO_SCHEMA, { cause })
  }

  async function attempt<T>(from: Pool, work: (sql: Db) => PromiseLike<T>, retry: boolean): Promise<T> {
    try {
      return await work(from)
    } catch (error) {
      if (retry && isDroppedConnection(error)) return attempt(from, work, false)
      throw error
    }
  }

  void Promise.resolve(sql).then(
    (ready) => {
      if (!closed) use(siblingPool(ready))
    },
    (cause: unknown) => log.error({ cause: String(cause) }, 'database could not be started'),
  )

  return {
    async read(work) {
      if (!pool) throw new AppError('unavailable', 'the database has not started yet')
      if (down) throw new AppError('unavailable', 'the database is not reachable')
      const from = pool
      try {
        return await within(deadlineMs, 'the database', attempt(from, work, true))
      } catch (error) {
        if (error instanceof AppError && error.kind === 'unavailable') trip(from, error.message)
        if (isMissingSchema(error)) throw withoutSchema(error)
        if (isStatementTimeout(error)) {
          throw new AppError('unavailable', 'the database did not answer in time', { cause: error })
        }
        if (!isConnectionError(error)) throw error
        trip(from, error)
        throw new AppError('unavailable', 'the database is not reachable', { cause: error })
      }
    },
    state: () => (down ? 'down' : pool ? 'up' : 'starting'),
    onUp(listener) {
      listeners.push(listener)
      if (pool && !down) listener(pool)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await pool?.end({ timeout: 0 }).catch(() => {})
    },
  }
}
