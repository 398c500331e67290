import { setTimeout as sleep } from 'node:timers/promises'

const OFTEN_MS = 20
const SELDOM_MS = 250
/** A long wait is checked less often: what it waits for needs the processor, and a tenth later is soon enough. */
const PART = 10

/**
 * Long enough for a machine whose neighbours leave it a tenth of a processor; a test that asserts a shorter bound
 * states its own.
 */
const WITHIN_MS = 90_000

interface Wait {
  within?: number
  /** Looks this often however long it takes, for a state that does not last. */
  everyMs?: number
}

/** Waits until `check` neither throws nor returns false; fails with the last error. */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { within = WITHIN_MS, everyMs }: Wait = {},
): Promise<Exclude<T, false>> {
  const begun = performance.now()
  for (;;) {
    let problem: unknown
    try {
      const answer = await check()
      if (answer !== false) return answer as Exclude<T, false>
      problem = new Error(`still false after ${within} ms: ${check.toString().slice(0, 200)}`)
    } catch (error) {
      problem = error
    }
    const waited = performance.now() - begun
    if (waited > within) throw problem
    await sleep(everyMs ?? Math.min(SELDOM_MS, Math.max(OFTEN_MS, waited / PART)))
  }
}
