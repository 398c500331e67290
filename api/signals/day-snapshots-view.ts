import type { Db } from '../../shared/postgres/server/db.ts'

interface StoredCycle {
  cycleId: string
  run: number
  document: string
}

/** The cycles of a day, oldest first, each in its newest run. */
export async function snapshotsOfDay(sql: Db, { from, before }: { from: Date; before: Date }): Promise<StoredCycle[]> {
  return await sql<StoredCycle[]>`
    select distinct on (s.as_of, s.cycle_id) s.cycle_id as "cycleId", s.run, s.document
    from signal_snapshots as s
    where s.as_of >= ${from} and s.as_of < ${before}
    order by s.as_of, s.cycle_id, s.run desc
    limit 100`
}

export async function newestSnapshotAt(sql: Db): Promise<Date | null> {
  const [row] = await sql<{ at: Date }[]>`select s.as_of as at from signal_snapshots as s order by s.as_of desc limit 1`
  return row?.at ?? null
}
