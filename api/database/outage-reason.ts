import { AppError } from '../../shared/errors.ts'

/** The reason a client reads when a read failed: our own words for an outage, and no detail of any other failure. */
export const outageReason = (error: unknown): string =>
  error instanceof AppError && error.kind === 'unavailable' ? error.message : 'this reading could not be prepared'
