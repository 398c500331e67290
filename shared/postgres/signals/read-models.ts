import { activeTraceparent } from '../../tracing/span.ts'
import type { Db } from '../server/db.ts'

/** The API listens on this channel. Notify once per transaction, because NOTIFY serialises commits. */
export const DOCUMENTS_CHANNEL = 'documents'

/** The topics of notifications; a document is reloaded when one of its topics is named. */
export const DOCUMENT_TOPICS = [
  'signals',
  'reports',
  'sources',
  'alerts',
  'tripwires',
  'events',
  'ai',
  'screener',
  'company',
] as const
export type DocumentTopic = (typeof DOCUMENT_TOPICS)[number]

export interface ReadModel {
  key: string
  contentType: string
  body: string
  asOf: Date
  run: number
  /** The span that wrote it. */
  traceparent: string | null
}

/** Returns whether it was stored: an older cycle never replaces a newer one, a re-run replaces its own document. */
export async function saveReadModel(db: Db, model: Omit<ReadModel, 'traceparent'>): Promise<boolean> {
  const rows = await db`
    insert into read_models as rm (key, content_type, body, as_of, run, traceparent)
    values (${model.key}, ${model.contentType}, ${model.body}, ${model.asOf}, ${model.run},
      ${activeTraceparent()})
    on conflict (key) do update set
      content_type = excluded.content_type,
      body = excluded.body,
      as_of = excluded.as_of,
      run = excluded.run,
      traceparent = excluded.traceparent,
      written_at = clock_timestamp()
    where (rm.as_of, rm.run) <= (excluded.as_of, excluded.run)
    returning rm.key`
  return rows.length === 1
}

/** Call it in the transaction that wrote the rows, so that listeners hear it if and only if the rows exist. */
export async function announceDocuments(db: Db, topic: DocumentTopic): Promise<void> {
  await db`select pg_notify(${DOCUMENTS_CHANNEL}, ${topic})`
}

/** Changes whenever the document is written; null before the first. */
export async function readModelVersion(db: Db, key: string): Promise<string | null> {
  const rows = await db<{ version: string }[]>`
    select (extract(epoch from rm.written_at) * 1000000)::bigint::text as version
    from read_models as rm
    where rm.key = ${key}
    limit 1`
  return rows[0]?.version ?? null
}

export async function readModel(db: Db, key: string): Promise<ReadModel | null> {
  const rows = await db<ReadModel[]>`
    select rm.key, rm.content_type as "contentType", rm.body, rm.as_of as "asOf", rm.run, rm.traceparent
    from read_models as rm
    where rm.key = ${key}
    limit 1`
  return rows[0] ?? null
}
