import type { Log } from '../../log.ts'
import { type Pool, siblingPool } from './db.ts'

const RETRY_MS_FIRST = 100
const RETRY_MS_MAX = 1_000
/**
 * A connection that serves LISTEN is idle by nature, so it is not closed for that. It is replaced now and then, because
 * this side never writes to it and would not notice that its link is dead.
 */
const KEPT_FOR_S = 600

export interface ListenOptions {
  onPayload: (payload: string) => void
  /** Called after each (re)connection: notifications in between are lost, so the listener must catch up. */
  onListening: () => void
  log: Log
}

export interface Listener {
  /** For a caller that knows that the link is dead before TCP does. */
  reconnect(): void
  close(): Promise<void>
}

/** Listens on its own connection and always reconnects: the driver's own `listen` gives up after one failed attempt. */
export function listen(pool: Pool, channel: string, { onPayload, onListening, log }: ListenOptions): Listener {
  let connection: Pool | null = null
  let timer: NodeJS.Timeout | undefined
  let retryMs = RETRY_MS_FIRST
  let closed = false

  function lose(lost: Pool): void {
    if (lost !== connection) return
    connection = null
    void lost.end({ timeout: 0 }).catch(() => {})
    if (closed) return
    timer = setTimeout(open, retryMs)
    retryMs = Math.min(retryMs * 2, RETRY_MS_MAX)
  }

  function open(): void {
    const mine: Pool = siblingPool(pool, {
      max: 1,
      keptForS: KEPT_FOR_S,
      onnotify: (_channel, payload) => onPayload(payload),
      onclose: () => lose(mine),
    })
    connection = mine
    mine`listen ${mine(channel)}`.then(
      () => {
        if (mine !== connection) return
        retryMs = RETRY_MS_FIRST
        onListening()
      },
      (cause: unknown) => {
        log.debug({ channel, cause: String(cause) }, 'listen_failed')
        lose(mine)
      },
    )
  }

  open()
  return {
    reconnect() {
      retryMs = RETRY_MS_FIRST
      if (connection) lose(connection)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      const last = connection
      connection = null
      await last?.end({ timeout: 0 }).catch(() => {})
    },
  }
}
