/** Values that are good for a while; of more than `max` the oldest are let go. */
export interface Kept<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
  delete(key: K): void
}

export function keptFor<K, V extends {}>({
  keptMs,
  max,
  nowMs = () => performance.now(),
}: {
  keptMs: number
  max: number
  nowMs?: () => number
}): Kept<K, V> {
  const kept = new Map<K, { value: V; untilMs: number }>()
  return {
    get(key) {
      const known = kept.get(key)
      return known && nowMs() < known.untilMs ? known.value : undefined
    },
    set(key, value) {
      kept.delete(key)
      kept.set(key, { value, untilMs: nowMs() + keptMs })
      for (const oldest of kept.keys()) {
        if (kept.size <= max) break
        kept.delete(oldest)
      }
    },
    delete(key) {
      kept.delete(key)
    },
  }
}
