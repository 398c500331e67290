import { AppError, errorMessage } from '../../errors.ts'

/** Driver, socket and disk errors: the link or the server is gone, or our own disk is full; the statement itself may be right. */
const LINK_CODES = /^(CONNECT(ION)?_|ECONN|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|ENOSPC|EDQUOT)/
/**
 * 08 connection exceptions, 53 no resources (too many connections) but for a full disk, 57P shut down or starting, 58030 a
 * disk that fails, 28 a login that is refused since a password was rotated, 3D000 a database that is away while it is
 * restored. The last two meet only new connections, so a process whose older ones continue must not take them for a bug.
 */
const LINK_SQLSTATES = /^(08|28|3D000|53(?!100)|57P|58030)/
const DISK_FULL = '53100'
const READ_ONLY = '25006'
/**
 * 53100 full disk, 57014 statement timeout, 40 deadlock and serialization, 55P03 lock, 25006 read-only (a full disk on a managed server,
 * a standby in the place of the primary).
 */
const PASSING_SQLSTATES = /^(57014|40001|40P01|55P03|25006|53100)$/

export const databaseCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** A server that is starting again has no socket yet, or one that is not its own yet; a file that is missing is no link. */
export const isMissingSocket = (error: unknown): boolean =>
  ['ENOENT', 'EACCES'].includes(databaseCodeOf(error)) && (error as NodeJS.ErrnoException).syscall === 'connect'

/**
 * The server ended or refused the connection, whatever its code: a full disk refuses connections with XX000, a database
 * that an operator closed with 55000, a role that lost its right to connect with 42501.
 */
export const isEndOfConnection = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  // PgBouncer sends the severity only in the field that Postgres translates.
  const { severity, severity_local: local } = error as { severity?: unknown; severity_local?: unknown }
  return ['FATAL', 'PANIC'].includes(String(severity ?? local))
}

/** The link or the server is gone. */
export const isConnectionError = (error: unknown): boolean => {
  const code = databaseCodeOf(error)
  return LINK_CODES.test(code) || LINK_SQLSTATES.test(code) || isMissingSocket(error) || isEndOfConnection(error)
}

/** The same work may succeed later: the link is gone, or the server was busy, locked or read-only. */
export const isPassingError = (error: unknown): boolean =>
  isConnectionError(error) || PASSING_SQLSTATES.test(databaseCodeOf(error))

/** The message of a server that could not write the file that each new connection reads (relcache.c). */
const NO_INIT_FILE = 'could not write init file'

/** The server has no room for what was to be written, or for the file that each new connection reads. */
export const isDiskFull = (error: unknown): boolean =>
  databaseCodeOf(error) === DISK_FULL || (isEndOfConnection(error) && (error as Error).message.startsWith(NO_INIT_FILE))

/** The server answers and takes no writes: a managed one that runs out of room, or a standby in the place of the primary. */
export const isReadOnly = (error: unknown): boolean => databaseCodeOf(error) === READ_ONLY

/** The error of a standby that answers in place of a primary; Postgres refuses a write there with the same code. */
export const standbyError = (): Error =>
  Object.assign(new Error('the database is a standby, which takes no writes'), { code: READ_ONLY })

/** Why the server accepts no write now: its disk is full, or it is read-only. */
export type WriteRefusal = 'full' | 'read-only'

/** Returns why a reachable server refused a write; null for any other error. */
export function writeRefusalOf(error: unknown): WriteRefusal | null {
  if (isDiskFull(error)) return 'full'
  return isReadOnly(error) ? 'read-only' : null
}

/** The server gave up on a statement because of a lock or its load, but the link is fine. */
export const isStatementTimeout = (error: unknown): boolean => databaseCodeOf(error) === '57014'

/** A table, a function or a schema is missing: the database has not been migrated. */
export const isMissingSchema = (error: unknown): boolean => ['42P01', '42883', '3F000'].includes(databaseCodeOf(error))

/** Lasting refusals of a login: no such role, a wrong password, or one that the server does not let in. */
export const isRefusedLogin = (error: unknown): boolean => ['28P01', '28000'].includes(databaseCodeOf(error))

/** An idle connection has died. One more attempt on a new one is worth it, since reads can be repeated. */
export const isDroppedConnection = (error: unknown): boolean =>
  ['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', '57P01'].includes(databaseCodeOf(error))

/** Rethrows an error at the start of a process with what to do about a database that cannot be used. */
export function explainDatabase(error: unknown): never {
  if (error instanceof AppError) throw error
  const cause = { cause: error }
  if (isMissingSchema(error)) {
    throw new AppError('invalid', 'DATABASE_URL: the database has no schema yet, run npm run migrate', cause)
  }
  throw new AppError('unavailable', `DATABASE_URL: ${errorMessage(error)}`, cause)
}
