/** The error codes of a write to a disk that is full or fails. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EIO']

export const isFullLogDisk = (error: { code?: unknown }): boolean => NO_ROOM.includes(String(error.code))

/** Keeps the service running when the disk of its log is full: lines that cannot be written are left out. */
export function bearFullLogDisk(streams: readonly NodeJS.WriteStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!isFullLogDisk(error)) throw error
    })
  }
}
