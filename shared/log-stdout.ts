import { writeSync } from 'node:fs'
import pino, { type DestinationStream } from 'pino'
import { isFullLogDisk } from './full-log-disk.ts'
import { systemClock } from './time/clock.ts'

const PAUSE_MS = 50
/** A slow reader has a second for the last lines. */
const TRIES = 20
/** The wait before the next attempt, because a quiet service may log nothing for hours. */
const TRY_AGAIN_MS = 2_000
/** The most bytes of lines that wait for disk space; later lines are dropped and counted. */
const HELD_BYTES_MAX = 1_048_576

/** The members in which SonicBoom keeps what it has not begun to write. */
interface Unwritten {
  fd: number
  _bufs: string[]
  /** The bytes in memory, including those that are being written. */
  _len: number
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

type Destination = ReturnType<typeof pino.destination>

/**
 * Keeps a full disk from ending the process, as an error of the stream without a listener does. SonicBoom tries again with
 * the next line, and here also after two seconds. The first line that is written reports how many were dropped.
 */
function bearFullDisk(stream: Destination): void {
  let error: string | null = null
  let dropped = 0
  let triesAgain = false
  const write = stream.write.bind(stream)
  const tryAgain = (): void => {
    triesAgain = false
    if (error !== null) write('')
  }
  stream.write = (line) => {
    if (error === null || (stream as unknown as Unwritten)._len <= HELD_BYTES_MAX) return write(line)
    dropped++
    // An empty write makes SonicBoom try the waiting lines again.
    return write('')
  }
  stream.on('error', (failure: NodeJS.ErrnoException) => {
    // Pino's own listener for a closed pipe has removed itself if the disk was full before.
    if (failure.code === 'EPIPE') {
      stream.write = () => true
      return
    }
    if (!isFullLogDisk(failure)) throw failure
    error = failure.message
    if (!triesAgain) setTimeout(tryAgain, TRY_AGAIN_MS).unref()
    triesAgain = true
  })
  stream.on('write', () => {
    if (error === null) return
    const line = {
      level: 'warn',
      time: systemClock.now().toISOString(),
      pid: process.pid,
      lines_dropped: dropped,
      error,
    }
    error = null
    dropped = 0
    stream.write(`${JSON.stringify(Object.assign(line, { event: 'log_interrupted' }))}\n`)
  })
}

/**
 * Standard output, written outside the event loop's work. SonicBoom repeats its last write forever, whatever the
 * error: a process whose reader is gone or whose disk is full would never end, and no supervisor would start it again.
 */
export function logStdout(fd = 1): DestinationStream {
  const stream = pino.destination(fd)
  bearFullDisk(stream)
  stream.flushSync = () => writeLast(stream as unknown as Unwritten)
  return stream
}
