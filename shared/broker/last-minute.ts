const SECONDS = 60

export interface LastMinute {
  add(nowMs: number): void
  /** How many there were in the current second and the 59 before it. */
  count(nowMs: number): number
}

/** Counts per second, so that any rate takes the same few bytes. Time is monotonic milliseconds. */
export function lastMinute(): LastMinute {
  const counts = new Array<number>(SECONDS).fill(0)
  let newest = Number.NEGATIVE_INFINITY
  const forward = (nowMs: number): number => {
    const second = Math.floor(nowMs / 1_000)
    for (let gone = Math.max(newest + 1, second - SECONDS + 1, 0); gone <= second; gone += 1) counts[gone % SECONDS] = 0
    newest = Math.max(newest, second)
    return newest % SECONDS
  }
  return {
    add(nowMs) {
      const at = forward(nowMs)
      counts[at] = counts[at]! + 1
    },
    count(nowMs) {
      forward(nowMs)
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }
}
