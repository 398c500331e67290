export interface StorageWatch {
  /** The database refused a write for want of room. */
  noteFull(): void
  noteWritten(): void
  /** A sentence for operators while nothing can be written, else null. */
  problem(): Promise<string | null>
}

/** Knows from refused writes that the disk is full, and earlier where the disk is on this machine and can be measured. */
export function watchStorage(isFull: (() => Promise<boolean>) | undefined): StorageWatch {
  let wasRefused = false
  return {
    noteFull() {
      wasRefused = true
    },
    noteWritten() {
      wasRefused = false
    },
    async problem() {
      // The measure also tells that there is room again, before anybody writes.
      const full = isFull ? await isFull() : wasRefused
      return full ? 'the disk of the database is full: writes are refused until there is room, reads go on' : null
    },
  }
}
