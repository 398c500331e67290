import { LRUCache } from 'lru-cache'
import { entriesMax } from '../../shared/entries-max.ts'

export interface FailureLimits {
  /** Failures of a key within its window before further ones are refused. */
  failuresMax: number
  windowMs: number
  /** Keys remembered at most; the oldest window is forgotten first. */
  keysMax: number
}

const FAILURE_LIMITS: FailureLimits = { failuresMax: 20, windowMs: 60_000, keysMax: 20_000 }

/** Counts failures by key; the window of a key begins with its first failure. */
export class FailureBuckets {
  readonly #failuresMax: number
  readonly #windows: LRUCache<string, { failures: number }>

  constructor(limits: FailureLimits = FAILURE_LIMITS, now: () => number = () => performance.now()) {
    this.#failuresMax = limits.failuresMax
    this.#windows = new LRUCache({
      ...entriesMax(limits.keysMax),
      ttl: limits.windowMs,
      ttlResolution: 0,
      perf: { now },
    })
  }

  /** Returns how long to wait if one of the keys has had too many failures, else null. */
  full(keys: readonly string[]): number | null {
    const full = keys.filter((key) => (this.#windows.peek(key)?.failures ?? 0) >= this.#failuresMax)
    return full.length === 0 ? null : Math.max(...full.map((key) => this.#windows.getRemainingTTL(key)))
  }

  /** Returns whether the key has failed within its window. */
  has(key: string): boolean {
    return this.#windows.peek(key) !== undefined
  }

  /** Notes one failure under all keys, unless one of them has had too many: then it returns how long to wait. */
  fail(keys: readonly string[]): number | null {
    const waitMs = this.full(keys)
    if (waitMs !== null) return waitMs
    for (const key of keys) {
      const window = this.#windows.peek(key)
      if (window) window.failures++
      else this.#windows.set(key, { failures: 1 })
    }
    return null
  }
}
