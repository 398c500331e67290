import { LRUCache } from 'lru-cache'

const KEYS_MAX = 1_000

/**
 * Shares one read per key among the callers of the next `sharedMs`. A failed read is reported only to the callers that
 * waited for it.
 */
export function coalesceReads<T>(
  read: (key: string) => Promise<T>,
  { sharedMs, nowMs = () => performance.now() }: { sharedMs: number; nowMs?: () => number },
): (key: string) => Promise<T> {
  if (sharedMs <= 0) return read
  const shared = new LRUCache<string, Promise<T>>({
    max: KEYS_MAX,
    ttl: sharedMs,
    ttlResolution: 0,
    perf: { now: nowMs },
  })
  return (key) => {
    const known = shared.get(key)
    if (known) return known
    const started = read(key)
    shared.set(key, started)
    started.catch(() => {
      if (shared.peek(key) === started) shared.delete(key)
    })
    return started
  }
}
