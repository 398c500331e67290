import type { Log } from '../../shared/log.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { type Listener, listen } from '../../shared/postgres/server/listen.ts'
import { DOCUMENT_TOPICS, DOCUMENTS_CHANNEL, type DocumentTopic } from '../../shared/postgres/signals/read-models.ts'
import type { Reader } from './reader.ts'

/** Calls back at every announced change of a document, and with `all` after a gap in the announcements. */
export function followAnnouncements(
  reader: Reader,
  { direct, log }: { direct?: Pool; log: Log },
  announce: (topic: DocumentTopic | 'all') => void,
) {
  let listener: Listener | null = null
  reader.onUp((pool) => {
    // Reconnects after every outage: a half-open LISTEN connection looks healthy, because this side never writes to it.
    if (listener) return listener.reconnect()
    listener = listen(direct ?? pool, DOCUMENTS_CHANNEL, {
      onPayload: (payload) => announce(DOCUMENT_TOPICS.find((topic) => topic === payload) ?? 'all'),
      onListening: () => announce('all'),
      log,
    })
  })
  return { close: async () => await listener?.close() }
}
