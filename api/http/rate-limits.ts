import { LRUCache } from 'lru-cache'
import type { RateClass, Rates } from '../../shared/domain/rate-class.ts'
import { entriesMax } from '../../shared/entries-max.ts'

const WINDOW_MS = 60_000
/** Callers remembered at most; the least recently seen window is forgotten first. */
const CALLERS_MAX = 50_000

export interface Spent {
  /** Requests that are left in the window. */
  left: number
  limit: number
  resetS: number
  /** False: this request is one too many. */
  isWithin: boolean
}

/**
 * Counts the requests of each caller by class, in windows of a minute that begin with the caller's first request. A
 * replica counts on its own, so a deployment allows as many times the limit as it has replicas.
 */
export class RateLimits {
  readonly #rates: Rates
  readonly #windows: LRUCache<string, { requests: number }>

  constructor(rates: Rates, now: () => number = () => performance.now()) {
    this.#rates = rates
    this.#windows = new LRUCache({ ...entriesMax(CALLERS_MAX), ttl: WINDOW_MS, ttlResolution: 0, perf: { now } })
  }

  take(kind: RateClass, caller: string): Spent {
    const limit = this.#rates[kind]
    const key = `${kind} ${caller}`
    let window = this.#windows.peek(key)
    if (!window) {
      window = { requests: 0 }
      this.#windows.set(key, window)
    }
    window.requests++
    const resetS = Math.max(1, Math.ceil(this.#windows.getRemainingTTL(key) / 1_000))
    return { left: Math.max(0, limit - window.requests), limit, resetS, isWithin: window.requests <= limit }
  }
}

/** The headers of draft-ietf-httpapi-ratelimit-headers: what the policy is, and what is left of it. */
export const rateHeaders = (kind: RateClass, { left, limit, resetS }: Spent): Record<string, string> => ({
  'ratelimit-policy': `"${kind}";q=${limit};w=${WINDOW_MS / 1_000}`,
  ratelimit: `"${kind}";r=${left};t=${resetS}`,
})
