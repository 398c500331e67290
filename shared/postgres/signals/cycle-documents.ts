import { activeTraceparent } from '../../tracing/span.ts'
import type { Db } from '../server/db.ts'
import { saveReadModel } from './read-models.ts'

/** One computation of a cycle; a re-run is another. */
export interface CycleRun {
  cycleId: string
  run: number
}

/** A document as it was stored, and the span that wrote it. */
export interface StoredDocument {
  body: string
  traceparent: string | null
}

/** The key of the snapshot itself, which has a table of its own. */
export const SNAPSHOT_KEY = 'signals/latest'

/** Saves a document for its cycle and as the newest; call it after the snapshot of the same run is saved. */
export async function saveCycleDocument(
  db: Db,
  { cycleId, run, key, asOf, body }: CycleRun & { key: string; asOf: Date; body: string },
): Promise<void> {
  await Promise.all([
    db`
      insert into cycle_documents (cycle_id, run, key, document, traceparent)
      values (${cycleId}, ${run}, ${key}, ${body}, ${activeTraceparent()})
      on conflict do nothing`,
    saveReadModel(db, { key, contentType: 'application/json', body, asOf, run }),
  ])
}

/** The newest cycle whose cutoff had passed at an instant, in its newest run; null before the first. */
export async function cycleKnownBy(db: Db, instant: Date): Promise<CycleRun | null> {
  const [row] = await db<CycleRun[]>`
    select s.cycle_id as "cycleId", s.run from signal_snapshots as s
    where s.as_of <= ${instant} order by s.as_of desc, s.run desc limit 1`
  return row ?? null
}

export async function cycleDocument(db: Db, { cycleId, run }: CycleRun, key: string): Promise<StoredDocument | null> {
  const rows =
    key === SNAPSHOT_KEY
      ? await db<StoredDocument[]>`
          select s.document as body, s.traceparent from signal_snapshots as s
          where s.cycle_id = ${cycleId} and s.run = ${run} limit 1`
      : await db<StoredDocument[]>`
          select d.document as body, d.traceparent from cycle_documents as d
          where d.cycle_id = ${cycleId} and d.run = ${run} and d.key = ${key} limit 1`
  return rows[0] ?? null
}
