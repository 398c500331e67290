import { AppError, errorMessage } from '../../shared/errors.ts'
import type { Reader } from '../database/reader.ts'
import { serviceNow } from '../database/service-time.ts'

/** States whether a balancer should send requests to this replica. */
export interface Readiness {
  /** The reason why it should not; null when it should. */
  reasonAgainst(): Promise<string | null>
  isDraining(): boolean
  /** From now on the replica tells balancers to send no more requests, and still answers those that arrive. */
  drain(): void
}

/**
 * Ready from the first answer of a migrated database until the drain. A later outage of the database does not change
 * this: the replica then serves its last documents, which is better than a balancer without any replica.
 */
export function createReadiness(reader: Pick<Reader, 'read'>): Readiness {
  let isDraining = false
  let hasRead = false
  return {
    async reasonAgainst() {
      if (isDraining) return 'this replica stops'
      if (hasRead) return null
      try {
        await reader.read(serviceNow)
        hasRead = true
        return null
      } catch (error) {
        return error instanceof AppError ? error.message : `the database gave no answer: ${errorMessage(error)}`
      }
    },
    isDraining: () => isDraining,
    drain() {
      isDraining = true
    },
  }
}
