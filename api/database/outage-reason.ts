import { AppError } from '../../shared/errors.ts'

/** What a reader is told when a read failed: our own words for an outage, and nothing about any other failure. */
export const outageReason = (error: unknown): string =>
  error instanceof AppError && error.kind === 'unavailable' ? error.message : 'this reading could not be prepared'
