import type { Writable } from 'node:stream'

/**
 * Merges the writes to a socket within one turn of the event loop into one system call. amqplib writes each message and
 * each acknowledgement separately, and those of a batch come together.
 */
export function writeOnceATurn(socket: Writable): void {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  socket.write = (...args: unknown[]) => {
    if (socket.writableCorked === 0) {
      socket.cork()
      setImmediate(() => socket.uncork())
    }
    return write(...args)
  }
}
