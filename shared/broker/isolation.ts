/**
 * Runs work side by side, or one piece alone. A message that was being handled when its worker died may have killed it,
 * so it runs alone and cannot affect others.
 */
export interface Isolation {
  run<T>(alone: boolean, work: () => Promise<T>): Promise<T>
}

interface Waiter {
  alone: boolean
  start: () => void
}

export function createIsolation(): Isolation {
  const waiting: Waiter[] = []
  let running = 0
  let isAlone = false

  /** First come, first served, so that work that must run alone is not starved by the rest. */
  function admit(): void {
    for (let next = waiting[0]; next && !isAlone && !(next.alone && running > 0); next = waiting[0]) {
      waiting.shift()
      running += 1
      isAlone = next.alone
      next.start()
    }
  }

  return {
    async run(alone, work) {
      await new Promise<void>((start) => {
        waiting.push({ alone, start })
        admit()
      })
      try {
        return await work()
      } finally {
        running -= 1
        isAlone = false
        admit()
      }
    },
  }
}

/** All stages of a process share one, because a crash takes all of them. */
export const processIsolation: Isolation = createIsolation()
