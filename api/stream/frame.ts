import { scrubBody } from '../../shared/flow-vendor/scrub.ts'

/** One message of a stream, made ready once for all connections that get it. */
export interface Frame {
  sse: Buffer
  text: string
}

/** The names of messages are ours and ids are numbers, so no text of an event can break a line of the frame. */
/** `reconnectInMs` tells an EventSource when to open the stream again; other clients read it in the data. */
export function frameOf(event: string, id: number | null, data: object, reconnectInMs?: number): Frame {
  const json = scrubBody(JSON.stringify(data), true)
  const retryLine = reconnectInMs === undefined ? '' : `retry: ${reconnectInMs}\n`
  const idLine = id === null ? '' : `id: ${id}\n`
  return {
    sse: Buffer.from(`event: ${event}\n${retryLine}${idLine}data: ${json}\n\n`),
    text: `{"type":${JSON.stringify(event)},"id":${id === null ? 'null' : `"${id}"`},"data":${json}}`,
  }
}
