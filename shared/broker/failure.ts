import { AppError, type ErrorKind, errorKind, errorMessage } from '../errors.ts'
import { isPassingError } from '../postgres/server/database-error.ts'
import { storableText } from '../postgres/server/storable.ts'

const REASON_CHARS_MAX = 2_000

export interface Failure {
  kind: ErrorKind
  reason: string
}

/** Only an `AppError` names its own kind. A database that is shutting down must not look like a bug of the handler. */
export function failureOf(error: unknown): Failure {
  const passing = !(error instanceof AppError) && isPassingError(error)
  const reason = storableText(errorMessage(error).slice(0, REASON_CHARS_MAX))
  return { kind: passing ? 'unavailable' : errorKind(error), reason }
}
