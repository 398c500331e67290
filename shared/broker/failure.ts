import { AppError, type ErrorKind, errorKind, errorMessage } from '../errors.ts'

const REASON_CHARS_MAX = 2_000

export interface Failure {
  kind: ErrorKind
  reason: string
}

/** Driver and socket errors that say the link or the server is gone, not that the statement was wrong. */
const LINK_CODES = /^(CONNECT(ION)?_|ECONN|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT)/

/**
 * 08 connection, 53 resources, 57P shutdown, 57014 statement timeout, 40 deadlock and serialization, 55P03 lock,
 * 25006 read-only (a full disk where others look after it, a standby in the place of the primary).
 */
const PASSING_SQLSTATES = /^(08...|53...|57P..|57014|40001|40P01|55P03|25006)$/

/** Only an `AppError` names its own kind. A database that is shutting down must not look like a bug of the handler. */
export function failureOf(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const passing = !(error instanceof AppError) && (LINK_CODES.test(code) || PASSING_SQLSTATES.test(code))
  const reason = errorMessage(error).replaceAll('\0', '').slice(0, REASON_CHARS_MAX)
  return { kind: passing ? 'unavailable' : errorKind(error), reason }
}
