import { writeSync } from 'node:fs'
import pino, { type DestinationStream } from 'pino'

const PAUSE_MS = 50
/** A slow reader has a second for the last lines. */
const TRIES = 20

/** The members in which SonicBoom keeps what it has not begun to write. */
interface Unwritten {
  fd: number
  _bufs: string[]
}

/** Writes the remaining lines before the process ends, and gives up if nothing reads them. */
function writeLast({ fd, _bufs: lines }: Unwritten): void {
  let rest = Buffer.from(lines.splice(0).join(''))
  for (let tries = 0; rest.length > 0 && tries < TRIES; tries++) {
    try {
      rest = rest.subarray(writeSync(fd, rest))
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'EAGAIN') return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
}

/**
 * Standard output, written outside the event loop's work. SonicBoom repeats its last write for ever, whatever the
 * error: a process whose reader is gone or whose disk is full would never end, and no supervisor would start it again.
 */
export function logStdout(): DestinationStream {
  const stream = pino.destination(1)
  stream.flushSync = () => writeLast(stream as unknown as Unwritten)
  return stream
}
