import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClockChanges } from '../../shared/postgres/server/follow-clock.ts'
import { sayItWaits } from './request-waits.ts'

/** Proxies cut silent connections after a minute, so an answer comes before that. */
export const LONG_POLL_MS = 50_000
/** Changes of the clock are announced; this interval finds changes whose announcement was missed. */
const LOOK_EVERY_MS = 500

/**
 * Looks again at each change of the clock until there is something to answer; null after 50 s, when the client has
 * disconnected or when the service stops. The socket may be silent meanwhile.
 */
export async function longPoll<T>(
  { request, reply, changes }: { request: FastifyRequest; reply: FastifyReply; changes: ClockChanges },
  look: () => Promise<T | null>,
  waitMs: () => number = () => LOOK_EVERY_MS,
): Promise<T | null> {
  return await mayBeSilent(request, async () => {
    for (const until = performance.now() + LONG_POLL_MS; ; ) {
      // A service that stops closes its connections to the database at the same time.
      if (changes.isClosed()) return null
      // A change during the query may have come too late to be included.
      const seen = changes.count()
      const found = await look().catch((error: unknown) => {
        // The connections of a stopping service may end during a query.
        if (changes.isClosed()) return null
        throw error
      })
      const leftMs = until - performance.now()
      if (found !== null || leftMs <= 0 || reply.raw.destroyed) return found
      sayItWaits(reply.raw)
      await changes.next(seen, Math.min(leftMs, Math.max(1, Math.min(LOOK_EVERY_MS, waitMs()))))
    }
  })
}

/** Keeps the connection of a request while its answer may take as long as a long poll. */
export async function mayBeSilent<T>({ raw: { socket } }: FastifyRequest, answer: () => Promise<T>): Promise<T> {
  const silenceMs = socket.timeout
  socket.setTimeout?.(2 * LONG_POLL_MS)
  try {
    return await answer()
  } finally {
    if (silenceMs !== undefined) socket.setTimeout?.(silenceMs)
  }
}
