import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { LoggedEvent } from '../../domain/contract/event.ts'

/** The hash before the first event of a log. */
export const FIRST_HASH = '0'.repeat(64)

/** An event as it is served, without its hash. */
export type UnhashedEvent = Omit<LoggedEvent, 'hash'>

/** SHA-256 in hex of the hash before, a line feed and the event by RFC 8785. */
export function chainEvent(hashBefore: string, event: UnhashedEvent): { document: string; hash: string } {
  const document = canonicalize(event)!
  return { document, hash: createHash('sha256').update(`${hashBefore}\n${document}`).digest('hex') }
}
