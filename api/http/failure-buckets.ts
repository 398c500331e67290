import { LRUCache } from 'lru-cache'

export interface FailureLimits {
  /** Failures of a key within its window before further ones are refused. */
  failuresMax: number
  windowMs: number
  /** Keys remembered at most; the oldest window is forgotten first. */
  keysMax: number
}

export const FAILURE_LIMITS: FailureLimits = { failuresMax: 20, windowMs: 60_000, keysMax: 20_000 }

/** Counts failures by key; the window of a key begins with its first failure. */
export class FailureBuckets {
  readonly #failuresMax: number
  readonly #windows: LRUCache<string, { failures: number }>

  constructor(limits: FailureLimits = FAILURE_LIMITS, now: () => number = () => performance.now()) {
    this.#failuresMax = limits.failuresMax
    this.#windows = new LRUCache({ max: limits.keysMax, ttl: limits.windowMs, ttlResolution: 0, perf: { now } })
  }

  /** Takes one failure back: what was paid for in advance has succeeded. */
  forgive(keys: readonly string[]): void {
    for (const key of keys) {
      const window = this.#windows.peek(key)
      if (window) window.failures--
    }
  }

  /** Notes one failure under all keys. Returns how long to wait if one of them has had too many, else null. */
  fail(keys: readonly string[]): number | null {
    const full = keys.filter((key) => (this.#windows.peek(key)?.failures ?? 0) >= this.#failuresMax)
    if (full.length > 0) return Math.max(...full.map((key) => this.#windows.getRemainingTTL(key)))
    for (const key of keys) {
      const window = this.#windows.peek(key)
      if (window) window.failures++
      else this.#windows.set(key, { failures: 1 })
    }
    return null
  }
}
