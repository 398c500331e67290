import { AppError } from '../../shared/errors.ts'
import { isDiskFull, isReadOnly } from '../../shared/postgres/server/database-error.ts'
import { refuse } from '../http/errors.ts'

export interface RefusedWrite {
  /** The server has no room, or accepts no writes at all. */
  why: 'full' | 'read-only'
  answer: AppError
}

/** Returns the answer for a client when the server is there and cannot take a write now; null for any other error. */
export function refusedWrite(error: unknown): RefusedWrite | null {
  if (isDiskFull(error)) return { why: 'full', answer: refuse('disk_full') }
  if (!isReadOnly(error)) return null
  return { why: 'read-only', answer: new AppError('unavailable', 'the database is read-only now', { cause: error }) }
}
