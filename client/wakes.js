import { isTemporary, wait } from './events.js'
import { MarketError } from './requests.js'

const RETRY_MS = 1_000

/** A lost connection and an answer that names no mistake of the caller pass by themselves. */
const passes = (error) => (error instanceof MarketError ? isTemporary(error.status) : error?.name !== 'AbortError')

/**
 * Waits for one instant after the other, each from the one before, so that none is lost; ends when the signal aborts. The
 * clock of a lock-step waits for the caller between two of them.
 */
export async function* wakes(wake, next, { after, signal, retryMs = RETRY_MS } = {}) {
  let seen = after
  while (!signal?.aborted) {
    try {
      const body = seen === undefined ? { next } : { next, after: seen }
      const woken = await wake({}, { body, signal })
      if (woken.woken_by === null) continue
      seen = woken.service_time
      yield woken
    } catch (error) {
      if (signal?.aborted) return
      if (!passes(error)) throw error
      await wait(retryMs, signal)
    }
  }
}
