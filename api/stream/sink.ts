import type { ServerResponse } from 'node:http'
import { sayItWaits } from '../http/request-waits.ts'
import type { Frame } from './frame.ts'

/** A sink takes the frames of one connection. */
export interface Sink {
  send(frame: Frame): void
  heartbeat(): void
  /** Bytes that the client has not taken yet. */
  waiting(): number
  /** Ends after what was sent. */
  end(): void
  /** Cuts the connection and forgets what was not sent. */
  cut(): void
  /** Calls the listener once the connection is gone, at once where it already is. */
  onClosed(listener: () => void): void
}

/** A client that leaves more than this unread gets no more until it has read half of it. */
export const WAITING_BYTES_MAX = 256 * 1024

/**
 * Sends a message that is never repeated, such as a quote, and cuts a client that does not read, so that it cannot use
 * up memory.
 */
export function sendOrCut(sink: Pick<Sink, 'send' | 'waiting' | 'cut'>, frame: Frame): void {
  if (sink.waiting() > WAITING_BYTES_MAX) sink.cut()
  else sink.send(frame)
}

/** Lets EventSource wait this long before it opens the stream again. */
const RETRY_MS = 3_000
const HEARTBEAT = Buffer.from(': heartbeat\n\n')

/** Writes the head of the stream, so errors must have been answered before. */
export function sseSink(response: ServerResponse, headers: Readonly<Record<string, unknown>>): Sink {
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) response.setHeader(name, value as string)
  response.setHeader('content-type', 'text/event-stream; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-accel-buffering', 'no')
  response.writeHead(200)
  response.write(`retry: ${RETRY_MS}\n\n`)
  sayItWaits(response)
  return {
    send: ({ sse }) => void response.write(sse),
    heartbeat: () => void response.write(HEARTBEAT),
    waiting: () => response.writableLength,
    end: () => void response.end(),
    cut: () => void response.destroy(),
    onClosed: (listener) => void (response.closed ? listener() : response.once('close', listener)),
  }
}
