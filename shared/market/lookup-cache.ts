import { LRUCache } from 'lru-cache'

/** The outcome of looking something up at the providers. */
export interface Lookup<T> {
  value: T | null
  /** Null if the value was just fetched; otherwise why there is no newer value, or none. */
  reason: string | null
  /** True if every provider answered and none has it. */
  unknown: boolean
}

export interface LookupCache<T> {
  one(key: string, fetch: () => Promise<Lookup<T>>, keptMs: (value: T) => number): Promise<Lookup<T>>
  /** Like `one` for several keys: those neither cached nor being fetched are fetched together. */
  many(
    keys: readonly string[],
    fetch: (missing: readonly string[]) => Promise<ReadonlyMap<string, Lookup<T>>>,
    keptMs: (value: T) => number,
  ): Promise<ReadonlyMap<string, Lookup<T>>>
}

interface Cached<T> {
  value: T
  untilMs: number
}

/**
 * Shares look-ups: concurrent callers share one fetch per key, and its value is reused until `keptMs` have passed.
 * Older values stay cached, because they are returned with the reason when a later fetch fails; the least recently used
 * ones go first.
 */
export function createLookupCache<T>({ nowMs, keepMax }: { nowMs: () => number; keepMax: number }): LookupCache<T> {
  const cache = new LRUCache<string, Cached<T>>({ max: keepMax })
  const fetching = new Map<string, Promise<Lookup<T>>>()

  function store(key: string, found: Lookup<T>, keptMs: (value: T) => number): Lookup<T> {
    if (found.value !== null) {
      cache.set(key, { value: found.value, untilMs: nowMs() + keptMs(found.value) })
      return found
    }
    // A symbol that providers no longer have is not an outage, so its last value is not returned.
    if (found.unknown) cache.delete(key)
    return { ...found, value: cache.get(key)?.value ?? null }
  }

  const many: LookupCache<T>['many'] = async (keys, fetch, keptMs) => {
    const lookups = new Map<string, Promise<Lookup<T>>>()
    const missing: string[] = []
    for (const key of new Set(keys)) {
      const cached = cache.get(key)
      const underWay = fetching.get(key)
      if (cached && nowMs() < cached.untilMs)
        lookups.set(key, Promise.resolve({ value: cached.value, reason: null, unknown: false }))
      else if (underWay) lookups.set(key, underWay)
      else missing.push(key)
    }
    if (missing.length > 0) {
      const together = fetch(missing)
      for (const key of missing) {
        const own = together
          .then((found) => store(key, found.get(key) ?? { value: null, reason: 'no answer', unknown: false }, keptMs))
          .finally(() => fetching.delete(key))
        fetching.set(key, own)
        lookups.set(key, own)
      }
    }
    return new Map(await Promise.all([...lookups].map(async ([key, lookup]) => [key, await lookup] as const)))
  }

  return {
    many,
    async one(key, fetch, keptMs) {
      return (await many([key], async () => new Map([[key, await fetch()]]), keptMs)).get(key)!
    },
  }
}
