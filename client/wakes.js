import { isTemporary, wait } from './events.js'
import { MarketError } from './requests.js'

const RETRY_MS = 1_000

/** A lost connection and an answer that names no mistake of the caller pass by themselves. */
const passes = (error) => (error instanceof MarketError ? isTemporary(error.status) : error?.name !== 'AbortError')

/** Asks again until the wish has come; rejects when the signal aborts. */
export async function woken(ask, body, { signal, retryMs = RETRY_MS } = {}) {
  for (;;) {
    signal?.throwIfAborted()
    try {
      const answer = await ask({}, { body, signal })
      if (answer.woken_by !== null) return answer
    } catch (error) {
      if (signal?.aborted || !passes(error)) throw error
      await wait(retryMs, signal)
    }
  }
}

/**
 * Waits for one instant after the other, each from the one before, so that none is lost; ends when the signal aborts. The
 * clock of a lock-step waits for the caller between two of them.
 */
export async function* wakes(ask, next, { after, ...options } = {}) {
  let seen = after
  for (;;) {
    try {
      const answer = await woken(ask, seen === undefined ? { next } : { next, after: seen }, options)
      seen = answer.service_time
      yield answer
    } catch (error) {
      if (options.signal?.aborted) return
      throw error
    }
  }
}
