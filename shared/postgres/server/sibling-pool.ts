import postgres, { type Options } from 'postgres'
import type { Pool } from './db.ts'

export interface SiblingOptions {
  max?: number
  /** Of a read-only pool: may write. */
  writable?: boolean
  /** Of the session, beside the inherited ones. */
  settings?: Record<string, string | number>
  onnotify?: (channel: string, payload: string) => void
  onclose?: () => void
}

/**
 * Another pool with the same address and settings. A link that went half-open holds its pool's connections for as
 * long as TCP likes, and a pool that failed often waits up to 20 s between attempts: whoever wants to recover at
 * once takes a new pool. `shared` holds the retry counter, which must not be inherited.
 *
 * `fetch_types` is off: with it the driver asks for array types on every new connection, and when the link breaks just
 * then nobody can catch the rejection, which ends the process. The price is that arrays cannot be parameters.
 */
export function siblingPool(pool: Pool, { writable = false, settings, ...options }: SiblingOptions = {}): Pool {
  const { shared, ...inherited } = pool.options as typeof pool.options & { shared: object }
  const writes = writable ? { default_transaction_read_only: false } : {}
  const connection = { ...inherited.connection, ...writes, ...settings }
  const own = {
    ...inherited,
    ...options,
    connection,
    fetch_types: false,
    shared: { ...shared, retries: 0, typeArrayMap: {} },
  }
  return postgres(own as unknown as Options<Record<string, never>>) as unknown as Pool
}
