export interface RestartBudget {
  /** The number of this restart among the recent ones, or null when there were too many of them. */
  take(): number | null
}

/**
 * Distinguishes a server that dies now and then, over years, from one that cannot run: only the restarts within the
 * last `withinMs` count. The clock is monotonic.
 */
export function restartBudget(options: { max: number; withinMs: number; now: () => number }): RestartBudget {
  let taken: number[] = []
  return {
    take() {
      const now = options.now()
      taken = taken.filter((at) => now - at < options.withinMs)
      if (taken.length >= options.max) return null
      taken.push(now)
      return taken.length
    },
  }
}
