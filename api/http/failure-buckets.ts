export interface FailureLimits {
  /** Failures within a window that are answered as what they are. */
  failuresMax: number
  windowMs: number
  /** Keys remembered at most; the oldest is forgotten first. */
  keysMax: number
}

export const FAILURE_LIMITS: FailureLimits = { failuresMax: 20, windowMs: 60_000, keysMax: 20_000 }

/**
 * Counts failures by key, each in its window from the first one on. Successes do not count and are never asked here,
 * so whoever holds a good token is not locked out by others at the same address.
 */
export class FailureBuckets {
  readonly #limits: FailureLimits
  readonly #now: () => number
  readonly #windows = new Map<string, { endsMs: number; failures: number }>()

  constructor(limits: FailureLimits = FAILURE_LIMITS, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** Notes one failure under all keys; null, or how long to wait when one of them has had too many. */
  fail(keys: readonly string[]): number | null {
    const now = this.#now()
    const waits = keys.flatMap((key) => {
      const window = this.#windows.get(key)
      return window && window.endsMs > now && window.failures >= this.#limits.failuresMax ? [window.endsMs - now] : []
    })
    if (waits.length > 0) return Math.max(...waits)
    for (const key of keys) this.#count(key, now)
    return null
  }

  #count(key: string, now: number): void {
    const window = this.#windows.get(key)
    if (window && window.endsMs > now) {
      window.failures++
      return
    }
    this.#windows.delete(key)
    this.#windows.set(key, { endsMs: now + this.#limits.windowMs, failures: 1 })
    for (const oldest of this.#windows.keys()) {
      if (this.#windows.size <= this.#limits.keysMax) return
      this.#windows.delete(oldest)
    }
  }
}
