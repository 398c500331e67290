import type { Db } from './db.ts'

/** A reader that has been silent for this long holds no clock. */
const SILENT_AFTER_S = 5

/** A process that follows the clock, and the newest change that it has seen. */
export interface ClockReader {
  id: string
  name: string
  seen: number
}

/** Notes that a reader is alive, and what it has seen; it is also a part of the statement that reads the clock. */
export const noteReader = (sql: Db, { id, name, seen }: ClockReader) => sql`
  insert into clock_readers (id, name, seen) values (${id}, ${name}, ${seen})
  on conflict (id) do update set seen = greatest(clock_readers.seen, excluded.seen), beat_at = clock_timestamp()`

export async function removeReader(sql: Db, id: string): Promise<void> {
  await sql`delete from clock_readers as r where r.id = ${id} or r.beat_at < clock_timestamp() - interval '1 hour'`
}

/** Deletes all readers: live ones register again within a second, and a killed one is not waited for. */
export async function forgetReaders(sql: Db): Promise<void> {
  await sql`delete from clock_readers`
}

export interface LateReader {
  name: string
  silentSeconds: number
  isSilent: boolean
}

/** The readers that have not seen a change: those that are waited for, and those that were left out for their silence. */
export async function lateReaders(sql: Db, seq: number): Promise<LateReader[]> {
  return await sql<LateReader[]>`
    select r.name, l.silent as "silentSeconds", l.silent >= ${SILENT_AFTER_S} as "isSilent"
    from clock_readers as r, lateral (
      select extract(epoch from clock_timestamp() - r.beat_at)::float8 as silent) as l
    where r.seen < ${seq} and l.silent < 600 order by r.name limit 50`
}
