import { AppError } from '../../shared/errors.ts'
import { type WriteRefusal, writeRefusalOf } from '../../shared/postgres/server/database-error.ts'
import { refuse } from '../http/errors.ts'

export interface RefusedWrite {
  why: WriteRefusal
  answer: AppError
}

/** Returns the answer for a client when the server is there and cannot take a write now; null for any other error. */
export function refusedWrite(error: unknown): RefusedWrite | null {
  const why = writeRefusalOf(error)
  if (why === null) return null
  if (why === 'full') return { why, answer: refuse('disk_full') }
  return { why, answer: new AppError('unavailable', 'the database is read-only now', { cause: error }) }
}
