import { within } from '../../shared/deadline.ts'
import { AppError, errorKind } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'
import { isConnectionError, isStatementTimeout } from '../../shared/postgres/server/database-error.ts'
import { type Db, type Pool, siblingPool, type Tx } from '../../shared/postgres/server/db.ts'
import type { Reader } from './reader.ts'
import { refusedWrite } from './refused-write.ts'

/** Another transaction held a row for longer than we may wait. */
const LOCK_NOT_AVAILABLE = '55P03'

export interface Writer {
  /** One transaction; rejects with `unavailable` at the deadline at the latest, and at once while the database is down. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Single statements, for work that many reads cause: when a link is lost within a transaction, the driver throws an
   * error that no caller can catch (docs/decisions.md, 15).
   */
  single<T>(work: (sql: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Writes for public reads: a single connection, opened at the first need, so that no other code can write by mistake
 * and a crowd of readers uses only one. It follows the reader's breaker. Work that misses the deadline may still
 * commit, so only repeatable work belongs here.
 */
export function createWriter({ reader, deadlineMs, log }: { reader: Reader; deadlineMs: number; log: Log }): Writer {
  let source: Pool | null = null
  let pool: Pool | null = null
  const drop = (): void => {
    void pool?.end({ timeout: 0 }).catch(() => {})
    pool = null
  }
  reader.onUp((up) => {
    source = up
    drop()
  })

  async function inTime<T>(begin: (mine: Pool) => Promise<T>): Promise<T> {
    // The reader knows whether the database is up, and rejects with the reason if it is not.
    if (!source || reader.state() !== 'up') await reader.read((sql) => sql`select 1 as alive limit 1`)
    pool ??= siblingPool(source!, { max: 1, writable: true })
    const mine = pool
    const begun = begin(mine)
    try {
      return await within(deadlineMs, 'the database', begun)
    } catch (error) {
      begun.catch(() => {})
      const refused = refusedWrite(error)
      if (refused) throw refused.answer
      if (errorKind(error) === 'unavailable' || isConnectionError(error)) {
        log.warn({ cause: String(error) }, 'write given up')
        if (pool === mine) drop()
        throw new AppError('unavailable', 'the database did not answer in time', { cause: error })
      }
      const locked = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
      if (locked || isStatementTimeout(error)) {
        throw new AppError('unavailable', 'the database is busy with the same work', { cause: error })
      }
      throw error
    }
  }

  return {
    write: (work) =>
      inTime(
        (mine) =>
          mine.begin(async (tx) => {
            await tx`select set_config('lock_timeout', ${`${Math.floor(deadlineMs / 2)}ms`}, true)`
            return await work(tx)
          }) as Promise<Awaited<ReturnType<typeof work>>>,
      ),
    single: (work) => inTime(work),
    async close() {
      await pool?.end({ timeout: 0 }).catch(() => {})
    },
  }
}
