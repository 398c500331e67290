import type { ApiContext } from '../http/context.ts'
import type { RouteHandlers } from '../http/route.ts'

const RETRY_MS = 5_000

type Prime = NonNullable<RouteHandlers['prime']>

/**
 * Reads every document with a bare URL once as soon as the database is up, so that a replica has something to serve
 * if an outage comes before the first reader. A failed read is retried until it succeeds; after that, readers keep the
 * document fresh. The reads run one after the other, so that a start is not a burst.
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
    if (waiting.size > 0 && !closed) timer = setTimeout(() => void run(), RETRY_MS).unref()
  }

  reader.onUp(() => void run())
  return {
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
