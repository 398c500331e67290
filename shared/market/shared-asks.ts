import type { Answer } from './live-market.ts'

export interface Shared<T> {
  one(key: string, ask: () => Promise<Answer<T>>, keptMs: (value: T) => number): Promise<Answer<T>>
  /** As `one` for several: what is neither kept nor under way is asked for together. */
  many(
    keys: readonly string[],
    ask: (missing: readonly string[]) => Promise<ReadonlyMap<string, Answer<T>>>,
    keptMs: (value: T) => number,
  ): Promise<ReadonlyMap<string, Answer<T>>>
}

/**
 * One question at a time for each key, whose answer is the next moment's too. When a later question fails, the last
 * good value is given with the reason; the least lately used values are let go.
 */
export function createShared<T>({ nowMs, keepMax }: { nowMs: () => number; keepMax: number }): Shared<T> {
  const good = new Map<string, { value: T; untilMs: number }>()
  const asking = new Map<string, Promise<Answer<T>>>()

  function settle(key: string, answer: Answer<T>, keptMs: (value: T) => number): Answer<T> {
    if (answer.value !== null) {
      good.delete(key)
      good.set(key, { value: answer.value, untilMs: nowMs() + keptMs(answer.value) })
      for (const oldest of [...good.keys()].slice(0, Math.max(0, good.size - keepMax))) good.delete(oldest)
      return answer
    }
    // What a vendor no longer has is no outage to bridge.
    if (answer.unknown) good.delete(key)
    return { ...answer, value: good.get(key)?.value ?? null }
  }

  const many: Shared<T>['many'] = async (keys, ask, keptMs) => {
    const answers = new Map<string, Promise<Answer<T>>>()
    const missing: string[] = []
    for (const key of new Set(keys)) {
      const kept = good.get(key)
      const underWay = asking.get(key)
      if (kept && nowMs() < kept.untilMs)
        answers.set(key, Promise.resolve({ value: kept.value, reason: null, unknown: false }))
      else if (underWay) answers.set(key, underWay)
      else missing.push(key)
    }
    if (missing.length > 0) {
      const together = ask(missing)
      for (const key of missing) {
        const mine = together
          .then((found) => settle(key, found.get(key) ?? { value: null, reason: 'no answer', unknown: false }, keptMs))
          .finally(() => asking.delete(key))
        asking.set(key, mine)
        answers.set(key, mine)
      }
    }
    return new Map(await Promise.all([...answers].map(async ([key, answer]) => [key, await answer] as const)))
  }

  return {
    many,
    async one(key, ask, keptMs) {
      return (await many([key], async () => new Map([[key, await ask()]]), keptMs)).get(key)!
    },
  }
}
