/** The load of a stage when an autoscaler requests it. */
export interface StageLoad {
  /** Messages that wait for a worker. */
  waiting: number
  inWork: number
  oldestAgeSeconds: number | null
  targetAgeSeconds: number
  /** Processes with a recent heartbeat. */
  workers: number
  /** Messages that one of them may handle at a time. */
  concurrency: number
  /** Messages a second that one of them finished in the last minute; null: none did. */
  ratePerWorker: number | null
  /** False when no scheduler has looked at the queue lately. */
  isRecent: boolean
}

export interface Desired {
  workers: number
  reason: string
}

/** More copies of one stage than this only queue for Postgres. */
export const WORKERS_MAX = 32
/** Keeps a quarter of the places free, so that a usual burst meets a free one. */
const BUSY_SHARE_MAX = 0.75

/**
 * Enough processes for the messages in hand at three quarters of their places, and to finish what waits within the
 * target. A stage keeps one process when it is idle, never gets more than it has messages for, and loses none while its
 * oldest message has waited too long. Without recent figures the number stays.
 */
export function desiredWorkers(load: StageLoad): Desired {
  const { waiting, inWork, workers, isRecent } = load
  if (!isRecent) return { workers: clamp(workers), reason: 'no scheduler has looked at the queue lately' }
  const places = Math.max(1, load.concurrency)
  const useful = Math.ceil((waiting + inWork) / places)
  if (useful === 0) return { workers: 1, reason: 'nothing waits' }
  const isLate = (load.oldestAgeSeconds ?? 0) > load.targetAgeSeconds
  const enough = Math.ceil(inWork / places / BUSY_SHARE_MAX + forWaiting(load, places))
  const atLeast = isLate ? Math.max(workers + 1, enough) : enough
  const reason = isLate ? 'the oldest message has waited for longer than the target' : 'what waits and what is in hand'
  // A busy late stage still has use for the processes that hold its messages.
  return { workers: clamp(Math.min(atLeast, Math.max(useful, isLate ? workers : 0))), reason }
}

/** Processes that finish what waits within the target; without a rate, one for the messages that fill its places. */
function forWaiting({ waiting, ratePerWorker, targetAgeSeconds }: StageLoad, places: number): number {
  if (waiting === 0) return 0
  if (ratePerWorker === null || ratePerWorker <= 0) return waiting / places
  return waiting / (ratePerWorker * targetAgeSeconds)
}

const clamp = (workers: number): number => Math.min(WORKERS_MAX, Math.max(1, workers))
