/**
 * Many at a time, or one alone. A message that was in hand twice when its worker died may be what
 * kills it, so it runs alone: then it can take nobody with it.
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

  /** First come first served: whoever wants to be alone is not starved by those who do not. */
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

/** A crash takes the whole process, every stage in it, so all stages share one. */
export const processIsolation: Isolation = createIsolation()
