import type { RefusedWrite } from './refused-write.ts'

export interface StorageWatch {
  noteRefused(why: RefusedWrite['why']): void
  noteWritten(): void
  /** A sentence for operators while nothing can be written, else null. */
  problem(): Promise<string | null>
}

/**
 * Detects from refused writes that the disk is full, and earlier if the disk is on this machine and can be measured.
 */
export function watchStorage(isFull: (() => Promise<boolean>) | undefined): StorageWatch {
  let refused: RefusedWrite['why'] | null = null
  return {
    noteRefused(why) {
      refused = why
    },
    noteWritten() {
      refused = null
    },
    async problem() {
      // The measurement also shows that there is room again, before anybody writes.
      const full = isFull ? await isFull() : refused === 'full'
      if (full) return 'the disk of the database is full: writes are refused until there is room, reads go on'
      if (refused !== 'read-only') return null
      return 'the database is read-only: writes are refused until it takes them again, reads go on'
    },
  }
}
