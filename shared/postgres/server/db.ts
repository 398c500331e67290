import { join } from 'node:path'
import postgres, { type ISql, type Options, type Sql, type TransactionSql } from 'postgres'
import { databaseAddress, identityCheck } from './database-url.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { pacedSocket } from './paced-socket.ts'
import { socketName } from './socket-folder.ts'

/** A pool or an open transaction; most query functions take either. */
export type Db = ISql
export type Pool = Sql
export type Tx = TransactionSql

const STATEMENT_TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_S = 5
/** A primary that moved is searched for at every host in turn, several times a second. */
const SEARCH_BACKOFF_S = 0.2
const SEARCH_TIMEOUT_S = 2
/**
 * The driver's own pause grows to 20 s within twelve seconds of failures. A query waits for it, so a database that is
 * back would still look silent, and workers would end because of it.
 */
const BACKOFF_S_MAX = 1
const backoffS = (failures: number): number => Math.min(3 ** failures / 100, BACKOFF_S_MAX)
const DATE_OID = 1082
const INT8_OID = 20

export interface PoolOptions {
  max: number
  name: string
  /** Used by the API's read pool, so that a bug there cannot write. */
  readOnly?: boolean
  statementTimeoutMs?: number
  connectTimeoutS?: number
  /** The URL leads to a pooler that gives a session only for a transaction, so nothing of a session may be kept. */
  pooled?: boolean
  /** Also a standby will do; otherwise the primary among several hosts is used. */
  standby?: boolean
  /** For a connection that is soon closed, which the driver's query for array types would outlive; arrays cannot be sent. */
  withoutTypes?: boolean
}

/** Dates stay text (an Eastern date is no instant); bigint keys fit a double for the next centuries. */
export function openPool(url: string, options: PoolOptions): Pool {
  const { url: plain, hosts, tls, socketFolder } = databaseAddress(url)
  const severalHosts = { target_session_attrs: 'primary', backoff: SEARCH_BACKOFF_S, connect_timeout: SEARCH_TIMEOUT_S }
  const pool = postgres(plain, {
    max: options.max,
    ...(socketFolder === null ? {} : { path: join(socketFolder, socketName(hosts[0]!.replace(/^.*:/, ''))) }),
    connect_timeout: options.connectTimeoutS ?? CONNECT_TIMEOUT_S,
    // With several hosts the driver alone knows whose turn it is.
    ...(hosts.length > 1 ? {} : { socket: pacedSocket(options.max) }),
    backoff: backoffS,
    ...(hosts.length > 1 && !options.standby ? severalHosts : {}),
    ...(tls ? { ssl: { ...tls, rejectUnauthorized: true, checkServerIdentity: identityCheck(hosts) } } : {}),
    ...(options.pooled ? { prepare: false } : {}),
    ...(options.withoutTypes ? { fetch_types: false } : {}),
    idle_timeout: 60,
    onnotice: () => {},
    types: {
      date: { to: DATE_OID, from: [DATE_OID], serialize: (x: string) => x, parse: (x: string) => x },
      int8: { to: INT8_OID, from: [INT8_OID], serialize: String, parse: Number },
    },
    connection: {
      application_name: options.name,
      statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: 60_000,
      TimeZone: 'UTC',
      ...(options.readOnly ? { default_transaction_read_only: true } : {}),
    },
  } as unknown as Options<Record<string, never>>) as unknown as Pool
  return asPooled(pool)
}

/**
 * A pooler takes the session away when the first answer ends its transaction, so a statement that was sent behind it
 * would be described by one session and run by another, where somebody else's unnamed statement waits.
 */
const asPooled = (pool: Pool): Pool => (isPooled(pool) ? oneAtATime(pool) : pool)

/** Returns whether the pool goes through a pooler that gives a session only for a transaction. */
export const isPooled = (pool: Pool): boolean => (pool.options as { prepare?: boolean }).prepare === false

export interface SiblingOptions {
  max?: number
  /** Allows writes on a sibling of a read-only pool. */
  writable?: boolean
  /** Another role on the same server. */
  login?: { user: string; password: string | null }
  /** Session settings in addition to the inherited ones. */
  settings?: Record<string, string | number>
  /** An idle connection is kept, and replaced after this many seconds; otherwise it is closed after a minute. */
  keptForS?: number
  onnotify?: (channel: string, payload: string) => void
  onnotice?: (notice: { message?: string }) => void
  onclose?: () => void
}

/**
 * Opens another pool with the same address and settings. A half-open link holds its pool's connections for as long as
 * TCP allows, so a caller that must recover at once takes a new pool. `shared` holds the retry counter, which must not be
 * inherited.
 *
 * `fetch_types` is off: with it the driver queries array types on every new connection, and when the link breaks during
 * that query, its rejection cannot be caught and ends the process. The price is that arrays cannot be parameters.
 */
export function siblingPool(
  pool: Pool,
  { writable = false, settings, login, keptForS, ...options }: SiblingOptions = {},
): Pool {
  const { shared, ...inherited } = pool.options as typeof pool.options & { shared: object; socket?: object }
  const writes = writable ? { default_transaction_read_only: false } : {}
  const connection = { ...inherited.connection, ...writes, ...settings }
  const own = {
    ...inherited,
    ...options,
    ...(login ? { user: login.user, pass: login.password ?? '' } : {}),
    ...(keptForS ? { idle_timeout: null, max_lifetime: keptForS } : {}),
    connection,
    ...(inherited.socket ? { socket: pacedSocket(options.max ?? inherited.max) } : {}),
    fetch_types: false,
    shared: { ...shared, retries: 0, typeArrayMap: {} },
  }
  return asPooled(postgres(own as unknown as Options<Record<string, never>>) as unknown as Pool)
}
