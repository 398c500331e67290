import { within } from '../../shared/deadline.ts'
import { AppError, errorKind } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'
import type { DataLossWatch, Verdict } from '../../shared/postgres/server/data-loss-watch.ts'
import { readPast } from '../../shared/postgres/server/data-losses.ts'
import { isConnectionError, isStatementTimeout, writeRefusalOf } from '../../shared/postgres/server/database-error.ts'
import { isPooled, type Pool, siblingPool, type Tx } from '../../shared/postgres/server/db.ts'
import type { NotedWrite } from '../../shared/postgres/server/noted-writes.ts'
import { Admission, type AdmissionLimits, WAIT_BEYOND_DEADLINE_MS } from '../database/admission.ts'
import type { Reader } from '../database/reader.ts'
import { refusedWrite } from '../database/refused-write.ts'
import type { StorageWatch } from '../database/storage-watch.ts'
import { refuse } from '../http/errors.ts'
import { refusalOf } from './constraint-refusals.ts'

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
/** Statements that still run when their pool is closed may finish within this. */
const DRAIN_S = 5

/**
 * Registers the last statements of a transaction, which nothing in it waits for: they share a packet with the commit.
 * If one fails, the server turns the commit into a rollback and the write rejects with that error.
 */
export type WithCommit = (saved: Promise<unknown>) => void

export interface TradingDatabase {
  /**
   * Runs one transaction. Rejects with `unavailable` at the deadline at the latest, and at once while the database is
   * down; a broken constraint becomes its refusal.
   */
  write<T>(work: (tx: Tx, withCommit: WithCommit) => Promise<T>): Promise<T>
  /** The same for writes that are not trading; these continue after a failover that lost data. */
  writeAlways: TradingDatabase['write']
  /** Remembers a write that was confirmed to its caller, so that its loss in a failover is noticed. */
  note(write: NotedWrite): void
  /** Tells the storage watch whether the server accepts writes, also while nobody trades; it never rejects. */
  probe(): Promise<void>
  close(): Promise<void>
}

interface Connections {
  pool: Pool
  /** When the server last answered on one of them. */
  lastAnswerMs: number
  admission: Admission
}

/** A pooler drops the settings of a session, so each transaction brings its own. */
async function setLimits(tx: Tx, pool: Pool): Promise<void> {
  const { statement_timeout: statement, lock_timeout: lock } = pool.options.connection as Record<string, unknown>
  await tx`select set_config('statement_timeout', ${String(statement)}, true),
    set_config('lock_timeout', ${String(lock)}, true)`
}

const MOVED = 'another database server answers than before, and what it holds is being compared'

/** Nothing is traded on a database that lacks writes confirmed earlier. */
function requireWhole(verdict: Verdict): void {
  if (verdict === 'lost') throw refuse('failover_not_accepted')
  if (verdict === 'unsure') throw refuse('unavailable', { reason: MOVED })
}

/** Runs a transaction. After `abandon` it rolls back instead of committing, because its caller has got a failure. */
function startTransaction<T>(
  pool: Pool,
  losses: DataLossWatch | null,
  work: (tx: Tx, withCommit: WithCommit) => Promise<T>,
): { outcome: Promise<T>; abandon(): void } {
  let isAbandoned = false
  const last: Promise<unknown>[] = []
  const withCommit: WithCommit = (saved) => {
    saved.catch(() => {})
    last.push(saved)
  }
  const committed = pool.begin(async (tx) => {
    if (isPooled(pool)) await setLimits(tx, pool)
    // Sent before the first statement of the work, which does not wait for its answer.
    const seen = losses?.seen ?? null
    const past = losses && readPast(tx)
    past?.catch(() => {})
    const result = await work(tx, withCommit)
    if (past) requireWhole(losses.judge(await past, seen))
    if (isAbandoned) throw new AppError('unavailable', 'the work took longer than its deadline')
    return result
  }) as Promise<T>
  const outcome = committed.then(async (result) => {
    await Promise.all(last)
    return result
  })
  return {
    outcome,
    abandon() {
      isAbandoned = true
    },
  }
}

/** Returns a probe that tells the watch when the server refuses writes or no connection for writing answers. */
function probeWith(write: TradingDatabase['write'], storage: StorageWatch): TradingDatabase['probe'] {
  return async () => {
    try {
      // A read-only server refuses the statement before it finds that there is nothing to change.
      await write((tx) => tx`update trades as t set status = t.status where false`)
    } catch (error) {
      const isRefused = writeRefusalOf((error as Error).cause) !== null
      if (errorKind(error) === 'unavailable' && !isRefused) storage.noteUnanswered()
    }
  }
}

/**
 * The write connections of trading: several, since many accounts trade at once, unlike the one of `createWriter`. They
 * follow the reader's breaker. The server ends a transaction that holds a lock and stays idle for the deadline, so a dead
 * link blocks an account no longer than that. A write that rejected with `unavailable` may have been committed all the
 * same; the Idempotency-Key makes a retry safe.
 */
export function createTradingDatabase(deps: {
  reader: Reader
  deadlineMs: number
  admission: AdmissionLimits
  storage: StorageWatch
  losses: DataLossWatch
  log: Log
}): TradingDatabase {
  const { reader, deadlineMs, admission: limits, storage, losses, log } = deps
  let source: Pool | null = null
  let connections: Connections | null = null

  function retire(): void {
    void connections?.pool.end({ timeout: DRAIN_S }).catch(() => {})
    connections = null
  }
  function open(from: Pool): Connections {
    const pool = siblingPool(from, {
      max: limits.max,
      writable: true,
      settings: {
        application_name: 'api-trading',
        statement_timeout: deadlineMs,
        lock_timeout: Math.floor(deadlineMs / 2),
        idle_in_transaction_session_timeout: deadlineMs,
      },
    })
    return {
      pool,
      lastAnswerMs: performance.now(),
      admission: new Admission(limits, deadlineMs + WAIT_BEYOND_DEADLINE_MS),
    }
  }
  reader.onUp((up) => {
    source = up
    retire()
  })

  /** A whole deadline without any answer means a dead link; one late answer among others means load. */
  function giveUp(mine: Connections, error: unknown): AppError {
    log.warn({ cause: String(error) }, 'trading_write_given_up')
    const isSilent = performance.now() - mine.lastAnswerMs >= deadlineMs
    if (mine === connections && (isSilent || isConnectionError(error))) retire()
    return new AppError('unavailable', 'the database did not answer in time', { cause: error })
  }

  const writeWith =
    (watch: DataLossWatch | null, noteSuccess: () => void = storage.noteWritten): TradingDatabase['write'] =>
    async (work) => {
      // While the database is down, this read rejects with the reader's own error.
      if (!source || reader.state() !== 'up') await reader.read((sql) => sql`select 1 as alive limit 1`)
      // The deadline begins with the turn of this write: waiting in a queue means load, not an outage.
      connections ??= open(source!)
      const mine = connections
      const leave = await mine.admission.enter()
      const { outcome, abandon } = startTransaction(mine.pool, watch, work)
      outcome.then(leave, leave)
      const noteAnswer = (): void => {
        mine.lastAnswerMs = performance.now()
      }
      outcome.then(noteAnswer, (error) => {
        if (!isConnectionError(error)) noteAnswer()
      })
      try {
        const written = await within(deadlineMs, 'the database', outcome)
        noteSuccess()
        return written
      } catch (error) {
        abandon()
        // A refusal with a code was decided by the work; it is no sign of a database problem.
        if (error instanceof AppError && error.details.code !== undefined) throw error
        const refused = refusedWrite(error)
        if (refused) {
          storage.noteRefused(refused.why)
          throw refused.answer
        }
        if (errorKind(error) === 'unavailable' || isConnectionError(error)) throw giveUp(mine, error)
        const code = error instanceof Error && 'code' in error ? error.code : null
        if (code === LOCK_NOT_AVAILABLE || code === DEADLOCK || isStatementTimeout(error)) {
          throw new AppError('unavailable', 'the account is busy', { cause: error })
        }
        throw refusalOf(error, log) ?? error
      }
    }
  return {
    write: writeWith(losses),
    writeAlways: writeWith(null),
    note: (write) => losses.note(write),
    probe: probeWith(writeWith(null, storage.noteTaken), storage),
    async close() {
      await connections?.pool.end({ timeout: 0 }).catch(() => {})
    },
  }
}
