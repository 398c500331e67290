import type { Outcome } from '../../pipeline/screener/outcome.ts'
import { SCREENER_RULES } from '../../pipeline/screener/rules.ts'
import type { Tracked } from '../../pipeline/screener/tracked.ts'
import { allOutcomes, allRecords } from '../../shared/postgres/screener/records.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { type RecordedPick, type RecordedProgress, trackedOf } from './record-rows.ts'

/** Everything that runs have recorded and what came of it; a run reads it once. */
export interface RecordedBook {
  /** Oldest first. */
  records: readonly Tracked[]
  /** By record, in the order in which they became known. */
  outcomes: ReadonlyMap<string, Outcome>
}

export async function recordedBook(db: Db): Promise<RecordedBook> {
  const rows = await allRecords<RecordedPick, RecordedProgress>(db)
  const outcomes = await allOutcomes<Outcome>(db)
  return {
    // Evidence from other rules does not apply to the present ones, so it counts as imported.
    records: rows.map((row) => {
      const tracked = trackedOf(row)
      return { ...tracked, isPostLock: tracked.isPostLock && row.rulesVersion === SCREENER_RULES }
    }),
    outcomes: new Map(outcomes.map(({ id, outcome }) => [id, outcome])),
  }
}
