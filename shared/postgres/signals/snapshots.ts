import { SignalsSnapshot } from '../../domain/contract/signals.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db } from '../server/db.ts'

/** Every run of every cycle is kept: a re-run never overwrites a served snapshot. */
export async function saveSnapshot(sql: Db, snapshot: SignalsSnapshot, run: number): Promise<void> {
  await sql`
    insert into signal_snapshots (cycle_id, run, as_of, rules_version, document, origin, traceparent)
    values (${snapshot.cycle_id}, ${run}, ${snapshot.as_of}, ${snapshot.rules_version}, ${JSON.stringify(snapshot)},
      ${snapshot.origin}, ${activeTraceparent()})
    on conflict do nothing`
}

export async function readSnapshot(sql: Db, cycleId: string, run: number): Promise<SignalsSnapshot | null> {
  const [row] = await sql<{ document: string }[]>`
    select s.document from signal_snapshots as s where s.cycle_id = ${cycleId} and s.run = ${run}`
  return row ? SignalsSnapshot.parse(JSON.parse(row.document)) : null
}

/** The key of the newest snapshot, which a requested check evaluates. */
export async function newestSnapshotKey(sql: Db): Promise<{ cycleId: string; run: number } | null> {
  const [row] = await sql<{ cycleId: string; run: number }[]>`
    select s.cycle_id as "cycleId", s.run from signal_snapshots as s order by s.as_of desc, s.run desc limit 1`
  return row ?? null
}

/** The newest snapshot whose cutoff had passed at an instant, as it was stored; null before the first. */
export async function newestSnapshotAt(
  sql: Db,
  at: Date,
): Promise<{ cycleId: string; run: number; document: string } | null> {
  const [row] = await sql<{ cycleId: string; run: number; document: string }[]>`
    select s.cycle_id as "cycleId", s.run, s.document from signal_snapshots as s
    where s.as_of <= ${at} order by s.as_of desc, s.run desc limit 1`
  return row ?? null
}

/** The snapshot of the previous cycle, for a report's "since the last report". */
export async function snapshotBefore(sql: Db, scheduledFor: Date): Promise<SignalsSnapshot | null> {
  const [row] = await sql<{ document: string }[]>`
    select s.document from signal_snapshots as s join cycles as c on c.id = s.cycle_id
    where c.scheduled_for < ${scheduledFor} order by c.scheduled_for desc, s.run desc limit 1`
  return row ? SignalsSnapshot.parse(JSON.parse(row.document)) : null
}

export async function pruneSnapshots(sql: Db, before: Date): Promise<number> {
  const gone = await sql`delete from signal_snapshots as s where s.as_of < ${before}`
  return gone.count
}
