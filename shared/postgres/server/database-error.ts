import { AppError, errorMessage } from '../../errors.ts'

const NO_SCHEMA = new Set(['42P01', '42883', '3F000'])

/** Says what to do about a database that cannot be used at all; for the start of a process. */
export function explainDatabase(error: unknown): never {
  if (error instanceof AppError) throw error
  const { code } = (error ?? {}) as { code?: unknown }
  const cause = { cause: error }
  if (typeof code === 'string' && NO_SCHEMA.has(code)) {
    throw new AppError('invalid', 'DATABASE_URL: the database has no schema yet, run npm run migrate', cause)
  }
  throw new AppError('unavailable', `DATABASE_URL: ${errorMessage(error)}`, cause)
}
