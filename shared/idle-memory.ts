import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

const LOOK_EVERY_MS = 5_000
const BUSY_SHARE_MAX = 0.2
const WORTH_BYTES = 32 * 2 ** 20

export interface HeapLook {
  /** The share of the time since the last look in which the event loop was busy. */
  busyShare: number
  /** Whether the thread has been busy since the last collection, so that its garbage may still count as used. */
  wasBusy: boolean
  /** Memory that the heap holds, and the part of it that is in use. */
  heldBytes: number
  usedBytes: number
}

/** A collection stops its thread for some tenths of a second, so it must return much and disturb nothing. */
export const isWorthCollecting = ({ busyShare, wasBusy, heldBytes, usedBytes }: HeapLook): boolean =>
  busyShare < BUSY_SHARE_MAX && (wasBusy || heldBytes - usedBytes > WORTH_BYTES)

/** Only this kind of collection also makes the young generation small again. */
const THOROUGH = { type: 'major', flavor: 'last-resort', execution: 'sync' } as const

/**
 * Returns the memory of a busy hour, such as the back-fill, to the system. V8 does so by itself only in a thread that
 * allocates almost nothing for a while, and a worker always allocates a little. Without `--expose-gc` nothing happens.
 */
export function returnMemoryWhenIdle(): { stop(): void } {
  const collect = globalThis.gc
  if (!collect) return { stop: () => {} }
  let last = performance.eventLoopUtilization()
  let wasBusy = false
  const look = (): void => {
    const now = performance.eventLoopUtilization()
    const { utilization: busyShare } = performance.eventLoopUtilization(now, last)
    last = now
    const { total_physical_size: heldBytes, used_heap_size: usedBytes } = getHeapStatistics()
    if (busyShare >= BUSY_SHARE_MAX) wasBusy = true
    if (!isWorthCollecting({ busyShare, wasBusy, heldBytes, usedBytes })) return
    collect(THOROUGH)
    wasBusy = false
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
