import type { ApiContext } from '../context.ts'
import type { RouteHandlers } from '../http/route.ts'

const AGAIN_MS = 5_000

type Prime = NonNullable<RouteHandlers['prime']>

/**
 * Reads every document that has one bare URL as soon as the database is there, so that a replica that meets an outage
 * before its first reader has something to show. What fails is tried again until it was read once; from then on
 * readers keep a document fresh. One after the other: a start must not be a burst.
 */
export function primeDocuments({ reader, log }: ApiContext, primes: readonly Prime[]): { close(): void } {
  const waiting = new Set(primes)
  let timer: NodeJS.Timeout | undefined
  let busy = false
  let closed = false

  async function run(): Promise<void> {
    if (busy) return
    busy = true
    for (const prime of waiting) {
      if (closed || reader.state() !== 'up') break
      await prime().then(
        () => waiting.delete(prime),
        (cause: unknown) => log.debug({ cause: String(cause) }, 'document not primed'),
      )
    }
    busy = false
    clearTimeout(timer)
    if (waiting.size > 0 && !closed) timer = setTimeout(() => void run(), AGAIN_MS).unref()
  }

  reader.onUp(() => void run())
  return {
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
