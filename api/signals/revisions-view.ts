import type { Db } from '../../shared/postgres/server/db.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

export const REVISIONS_MAX = 50

export interface RevisionRow {
  series: string
  day: TradingDay
  revision: number
  value: number
  before: number
  knownAt: Date
  knownBefore: Date
  source: string
}

/** Values of these series that replaced earlier ones, newest first. */
export async function newestRevisions(db: Db, series: readonly string[]): Promise<RevisionRow[]> {
  return await db<RevisionRow[]>`
    select o.series, o.day::text as day, o.revision, o.value, e.value as before, o.known_at as "knownAt",
      e.known_at as "knownBefore", o.source
    from observations as o
    join observations as e on e.series = o.series and e.day = o.day and e.revision = o.revision - 1
    where o.series = any(string_to_array(${series.join(',')}, ',')) and o.revision > 1
    order by o.known_at desc, o.series, o.day desc, o.revision desc limit ${REVISIONS_MAX}`
}
