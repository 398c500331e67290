import type { ErrorKind } from '../errors.ts'

/** Three attempts tell a bug from bad luck. */
export const INTERNAL_ATTEMPTS_MAX = 3

export interface Backoff {
  firstMs: number
  maxMs: number
}
export const BACKOFF: Backoff = { firstMs: 1_000, maxMs: 60_000 }

/**
 * How many attempts a failure of this kind may use; 1 means no retry. Null means no limit: a message that waits for a
 * dependency needs no person, and the wait between attempts is bounded.
 */
export function attemptsAllowed(kind: ErrorKind | null, internalMax: number): number | null {
  if (kind === 'invalid' || kind === 'not_found') return 1
  return kind === 'unavailable' ? null : internalMax
}

/** Exponential with up to half of it random, so that messages that failed together do not come back together. */
export function backoffMs(attempts: number, { firstMs, maxMs }: Backoff, random: () => number = Math.random): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.max(0, attempts - 1))
  return Math.round(full * (0.5 + random() / 2))
}
