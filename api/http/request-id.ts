import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** A caller's own id is kept when it cannot break a header or a log line. */
const SANE = /^[\w-]{8,64}$/

export function requestId(request: IncomingMessage): string {
  const inbound = request.headers['x-request-id']
  return typeof inbound === 'string' && SANE.test(inbound) ? inbound : randomUUID()
}
