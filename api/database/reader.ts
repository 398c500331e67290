import { within } from '../../shared/deadline.ts'
import { AppError } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'
import {
  isConnectionError,
  isDiskFull,
  isDroppedConnection,
  isMissingSchema,
  isRefusedLogin,
  isStatementTimeout,
} from '../../shared/postgres/server/database-error.ts'
import { type Db, type Pool, siblingPool } from '../../shared/postgres/server/db.ts'
import { refuse } from '../http/errors.ts'
import { Admission, type AdmissionLimits, WAIT_BEYOND_DEADLINE_MS } from './admission.ts'
import { OutageLog } from './outage-log.ts'

const NOT_REACHABLE = 'the database is not reachable'
const LOGIN_REFUSED = 'the database refuses the login of the service: correct DATABASE_URL and start the service again'
const NO_ROOM = 'the disk of the database is full, and it takes no new connection until there is room'

function wordsOf(cause: unknown): string {
  if (isRefusedLogin(cause)) return LOGIN_REFUSED
  return isDiskFull(cause) ? NO_ROOM : NOT_REACHABLE
}

const PROBE_MS_FIRST = 100
const PROBE_MS_MAX = 1_000
/** Options of a reader whose caller sets none. */
const READS: AdmissionLimits = { max: 8, waitingMax: 500 }

export interface ReaderDeps {
  /** A promise while the database is still being started. */
  sql: Pool | Promise<Pool>
  /** Starts when a read is admitted: waiting for a turn does not indicate an outage. */
  deadlineMs: number
  log: Log
  /** Shared by readers of one process, so that an outage is logged once. */
  outages?: OutageLog
  /** The connections of these reads and how many callers may wait for one; other readers have their own. */
  admission?: AdmissionLimits
  /** True for a login other than the service's own: if the server refuses it, the database itself is not down. */
  isOtherLogin?: boolean
}

export interface Reader {
  /**
   * Rejects with `unavailable` at the deadline at the latest, and at once while the database is known to be down; with
   * `overloaded` if too many others wait.
   */
  read<T>(work: (sql: Db) => PromiseLike<T>): Promise<T>
  state(): 'starting' | 'up' | 'down'
  /** Calls the listener with a working pool, at the start and after every outage. */
  onUp(listener: (pool: Pool) => void): void
  close(): Promise<void>
}

interface Breaker {
  /** The pool in use; rejects while there is none or the database is known to be down. */
  pool(): Pool
  /** Opens the breaker after a failure of this pool, and starts to probe. */
  trip(failed: Pool, cause: unknown): void
  use(next: Pool): void
  state: Reader['state']
  onUp: Reader['onUp']
  close: Reader['close']
}

/**
 * Opens at the first missed deadline or lost link. Until a probe succeeds there is no pool, so that reads fail at once.
 * Each probe tries a fresh pool, because the old one may hold half-open connections and long back-offs.
 */
function createBreaker({ deadlineMs, outages }: { deadlineMs: number; outages: OutageLog }): Breaker {
  const me = Symbol('reader')
  const listeners: ((pool: Pool) => void)[] = []
  let pool: Pool | null = null
  let isDown = false
  let words = NOT_REACHABLE
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  function use(next: Pool): void {
    if (isClosed) return
    pool = next
    isDown = false
    for (const listener of listeners) listener(next)
  }

  async function probe(lost: Pool, waitedMs: number): Promise<void> {
    const fresh = siblingPool(lost)
    try {
      await within(deadlineMs, 'the database', fresh`select 1 as alive limit 1`)
      if (isClosed) return void (await fresh.end({ timeout: 0 }))
      outages.back(me)
      use(fresh)
    } catch (error) {
      words = wordsOf(error)
      await fresh.end({ timeout: 0 }).catch(() => {})
      if (!isClosed) schedule(lost, Math.min(waitedMs * 2, PROBE_MS_MAX))
    }
  }
  function schedule(lost: Pool, waitMs: number): void {
    timer = setTimeout(() => void probe(lost, waitMs), waitMs)
  }

  return {
    pool() {
      if (!pool) throw new AppError('unavailable', 'the database has not started yet')
      if (isDown) throw new AppError('unavailable', words)
      return pool
    },
    use,
    trip(failed, cause) {
      if (isClosed || failed !== pool || isDown) return
      isDown = true
      words = wordsOf(cause)
      outages.away(me, cause)
      void failed.end({ timeout: 0 }).catch(() => {})
      schedule(failed, PROBE_MS_FIRST)
    },
    state: () => (isDown ? 'down' : pool ? 'up' : 'starting'),
    onUp(listener) {
      listeners.push(listener)
      if (pool && !isDown) listener(pool)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await pool?.end({ timeout: 0 }).catch(() => {})
    },
  }
}

/** Runs the work, and once more if an idle connection died under it: reads can be repeated. */
async function withRetry<T>(pool: Pool, work: (sql: Db) => PromiseLike<T>): Promise<T> {
  try {
    return await work(pool)
  } catch (error) {
    if (isDroppedConnection(error)) return await work(pool)
    throw error
  }
}

/**
 * The way to Postgres for every read: a deadline per query behind a circuit breaker. The given pool only supplies the
 * address; reads use a pool of their own.
 */
export function createReader({ sql, deadlineMs, log, admission: limits = READS, ...rest }: ReaderDeps): Reader {
  const outages = rest.outages ?? new OutageLog(log)
  const admission = new Admission(limits, deadlineMs + WAIT_BEYOND_DEADLINE_MS)
  const breaker = createBreaker({ deadlineMs, outages })

  /** The place is released when the statements end, which may be after the deadline. */
  async function readFrom<T>(pool: Pool, work: (sql: Db) => PromiseLike<T>, leave: () => void): Promise<T> {
    const reading = withRetry(pool, work)
    reading.then(leave, leave)
    try {
      return await within(deadlineMs, 'the database', reading)
    } catch (error) {
      if (error instanceof AppError && error.kind === 'unavailable') breaker.trip(pool, error.message)
      if (isMissingSchema(error)) throw outages.withoutSchema(error)
      if (isStatementTimeout(error)) {
        throw new AppError('unavailable', 'the database did not answer in time', { cause: error })
      }
      // A large sort needs room too.
      if (isDiskFull(error)) throw refuse('disk_full')
      if (!isConnectionError(error) || (rest.isOtherLogin && isRefusedLogin(error))) throw error
      breaker.trip(pool, error)
      throw new AppError('unavailable', wordsOf(error), { cause: error })
    }
  }

  void Promise.resolve(sql).then(
    (ready) => breaker.use(siblingPool(ready, { max: limits.max })),
    (cause: unknown) => log.error({ cause: String(cause) }, 'database could not be started'),
  )

  return {
    async read(work) {
      // While the database is known to be down, no caller waits for a turn.
      breaker.pool()
      const leave = await admission.enter()
      try {
        const pool = breaker.pool()
        return await readFrom(pool, work, leave)
      } finally {
        if (breaker.state() !== 'up') leave()
      }
    },
    state: breaker.state,
    onUp: breaker.onUp,
    close: breaker.close,
  }
}
