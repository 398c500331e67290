import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 20

/** Waits for `check` to stop throwing and to answer something other than false; fails with its last word. */
export async function eventually<T>(check: () => T | Promise<T>, { within = 10_000 } = {}): Promise<T> {
  const until = performance.now() + within
  for (;;) {
    let problem: unknown
    try {
      const answer = await check()
      if (answer !== false) return answer
      problem = new Error(`still false after ${within} ms: ${check.toString().slice(0, 200)}`)
    } catch (error) {
      problem = error
    }
    if (performance.now() > until) throw problem
    await sleep(EVERY_MS)
  }
}
