/** The disk of a log has no room or fails. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EIO']

export const isFullLogDisk = (error: { code?: unknown }): boolean => NO_ROOM.includes(String(error.code))

/** The service is worth more than its lines: sentences that a full disk cannot take are left out. */
export function bearFullLogDisk(streams: readonly NodeJS.WriteStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!isFullLogDisk(error)) throw error
    })
  }
}
