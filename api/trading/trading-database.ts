import { within } from '../../shared/deadline.ts'
import { AppError, errorKind } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'
import { isConnectionError, isStatementTimeout } from '../../shared/postgres/server/database-error.ts'
import { type Pool, siblingPool, type Tx } from '../../shared/postgres/server/db.ts'
import type { Reader } from '../database/reader.ts'
import { refusalOf } from './constraint-refusals.ts'

const CONNECTIONS = 8
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
/** What is still at work when its pool is given up may end within this. */
const DRAIN_S = 5

/**
 * Takes the last statements of a transaction, whose outcome nothing in it depends on: they share a packet with the commit
 * instead of being waited for. When one fails the server makes the commit a rollback, and the write rejects with it.
 */
export type WithCommit = (saved: Promise<unknown>) => void

export interface TradingDatabase {
  /**
   * One transaction. Rejects with `unavailable` at the deadline at the latest and at once while the database is away;
   * a broken constraint becomes the refusal of its name.
   */
  write<T>(work: (tx: Tx, withCommit: WithCommit) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface Connections {
  pool: Pool
  /** When the server last answered on one of them. */
  heardAtMs: number
}

/**
 * The way to Postgres for what trading writes: several connections, since many accounts trade at once, unlike the one
 * of `createWriter`. It follows the reader's breaker. The server ends whatever holds a lock and says nothing for the
 * deadline, so a link that swallows everything blocks an account no longer than that. A caller that was told
 * `unavailable` may find it done all the same, for which there is the Idempotency-Key.
 */
export function createTradingDatabase(deps: { reader: Reader; deadlineMs: number; log: Log }): TradingDatabase {
  const { reader, deadlineMs, log } = deps
  let source: Pool | null = null
  let connections: Connections | null = null

  function retire(): void {
    void connections?.pool.end({ timeout: DRAIN_S }).catch(() => {})
    connections = null
  }
  function open(from: Pool): Connections {
    const pool = siblingPool(from, {
      max: CONNECTIONS,
      writable: true,
      settings: {
        application_name: 'api-trading',
        statement_timeout: deadlineMs,
        lock_timeout: Math.floor(deadlineMs / 2),
        idle_in_transaction_session_timeout: deadlineMs,
      },
    })
    return { pool, heardAtMs: performance.now() }
  }
  reader.onUp((up) => {
    source = up
    retire()
  })

  /** Nothing heard for a deadline means a dead link; a late answer among others only a crowd. */
  function giveUp(mine: Connections, error: unknown): AppError {
    log.warn({ cause: String(error) }, 'trading write given up')
    const silent = performance.now() - mine.heardAtMs >= deadlineMs
    if (mine === connections && (silent || isConnectionError(error))) retire()
    return new AppError('unavailable', 'the database did not answer in time', { cause: error })
  }

  return {
    async write(work) {
      // The reader knows whether there is a database, and how to say that there is none.
      if (!source || reader.state() !== 'up') await reader.read((sql) => sql`select 1 as alive limit 1`)
      connections ??= open(source!)
      const mine = connections
      let late = false
      const last: Promise<unknown>[] = []
      const withCommit: WithCommit = (saved) => {
        saved.catch(() => {})
        last.push(saved)
      }
      const committed = mine.pool.begin(async (tx) => {
        const result = await work(tx, withCommit)
        // Whoever asked has been told that it failed.
        if (late) throw new AppError('unavailable', 'the work took longer than its deadline')
        return result
      }) as Promise<Awaited<ReturnType<typeof work>>>
      const transaction = committed.then(async (result) => {
        await Promise.all(last)
        return result
      })
      const heard = (): void => {
        mine.heardAtMs = performance.now()
      }
      transaction.then(heard, (error) => {
        if (!isConnectionError(error)) heard()
      })
      try {
        return await within(deadlineMs, 'the database', transaction)
      } catch (error) {
        late = true
        // A refusal with a code is what the work decided, and says nothing about the database.
        if (error instanceof AppError && error.details.code !== undefined) throw error
        if (errorKind(error) === 'unavailable' || isConnectionError(error)) throw giveUp(mine, error)
        const code = error instanceof Error && 'code' in error ? error.code : null
        if (code === LOCK_NOT_AVAILABLE || code === DEADLOCK || isStatementTimeout(error)) {
          throw new AppError('unavailable', 'the account is busy', { cause: error })
        }
        throw refusalOf(error, log) ?? error
      }
    },
    async close() {
      await connections?.pool.end({ timeout: 0 }).catch(() => {})
    },
  }
}
