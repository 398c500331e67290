const KEYS_MAX = 1_000

/**
 * What many ask for at the same moment is read once, and what was read is good for `keptMs` more. A read that failed is
 * told to those who waited for it and to nobody else.
 */
export function sharedReads<T>(
  read: (key: string) => Promise<T>,
  { keptMs, nowMs = () => performance.now() }: { keptMs: number; nowMs?: () => number },
): (key: string) => Promise<T> {
  const reads = new Map<string, { answer: Promise<T>; untilMs: number }>()
  return (key) => {
    const known = reads.get(key)
    if (known && nowMs() < known.untilMs) return known.answer
    if (reads.size >= KEYS_MAX) reads.clear()
    const made = { answer: read(key), untilMs: nowMs() + keptMs }
    reads.set(key, made)
    made.answer.catch(() => {
      if (reads.get(key) === made) reads.delete(key)
    })
    return made.answer
  }
}
