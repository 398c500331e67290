import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 20

/** Waits until `check` neither throws nor returns false; fails with the last error. */
export async function eventually<T>(check: () => T | Promise<T>, { within = 30_000 } = {}): Promise<Exclude<T, false>> {
  const until = performance.now() + within
  for (;;) {
    let problem: unknown
    try {
      const answer = await check()
      if (answer !== false) return answer as Exclude<T, false>
      problem = new Error(`still false after ${within} ms: ${check.toString().slice(0, 200)}`)
    } catch (error) {
      problem = error
    }
    if (performance.now() > until) throw problem
    await sleep(EVERY_MS)
  }
}
