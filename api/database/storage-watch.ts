import type { WriteRefusal } from '../../shared/postgres/server/database-error.ts'

export interface StorageWatch {
  noteRefused(why: WriteRefusal): void
  /** Reports that a write succeeded, so there is room. */
  noteWritten(): void
  /** Reports that the server accepted a statement that writes nothing: it is not read-only, but may be full. */
  noteTaken(): void
  /** Reports that no connection for writing answered. */
  noteUnanswered(): void
  /**
   * Returns a sentence for operators while nothing can be written, else null. `elsewhere` is why the writes of other
   * processes were refused.
   */
  problem(elsewhere?: WriteRefusal | null): Promise<string | null>
}

/** A refusal because of a full disk counts for this long; whatever waits for room tries again within a minute. */
const FULL_FOR_MS = 70_000
/** A single probe without an answer may be due to load. */
const UNANSWERED_MIN = 2

const SENTENCES = {
  full: 'the disk of the database is full: writes are refused until there is room, reads go on',
  'read-only': 'the database is read-only: writes are refused until it takes them again, reads go on',
} as const
const UNANSWERED = 'the database gives this replica no connection for writing: trades are refused, reads go on'

/**
 * Detects from refused writes that the disk is full or the database read-only, and earlier if the disk is on this
 * machine and can be measured.
 */
export function watchStorage(
  isFull: (() => Promise<boolean>) | undefined,
  nowMs: () => number = () => performance.now(),
): StorageWatch {
  let fullAtMs = Number.NEGATIVE_INFINITY
  let isReadOnly = false
  let unanswered = 0
  const noteTaken = (): void => {
    isReadOnly = false
    unanswered = 0
  }
  return {
    noteRefused(why) {
      unanswered = 0
      if (why === 'full') fullAtMs = nowMs()
      else isReadOnly = true
    },
    noteWritten() {
      noteTaken()
      fullAtMs = Number.NEGATIVE_INFINITY
    },
    noteTaken,
    noteUnanswered() {
      unanswered++
    },
    async problem(elsewhere) {
      // The measurement also shows that there is room again, before anybody writes.
      const full = isFull ? await isFull() : nowMs() - fullAtMs < FULL_FOR_MS || elsewhere === 'full'
      if (full) return SENTENCES.full
      if (isReadOnly || elsewhere === 'read-only') return SENTENCES['read-only']
      return unanswered >= UNANSWERED_MIN ? UNANSWERED : null
    },
  }
}
