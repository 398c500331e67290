import { type EvidenceBook, evidenceBook } from '../../pipeline/screener/evidence-book.ts'
import type { Outcome } from '../../pipeline/screener/outcome.ts'
import type { ArchetypeId, GauntletState } from '../../shared/domain/contract/screener-ids.ts'
import { newestGauntlets } from '../../shared/postgres/screener/gauntlets.ts'
import { allOutcomes, allRecords } from '../../shared/postgres/screener/records.ts'
import { flagCounts } from '../../shared/postgres/screener/runs.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { type RecordedPick, type RecordedProgress, trackedOf } from './record-rows.ts'

/** Everything that runs have recorded, as the evidence of its archetypes up to a session. */
export async function evidenceOfRecords(db: Db, day: TradingDay): Promise<EvidenceBook> {
  const evidence = evidenceBook()
  const records = new Map(
    (await allRecords<RecordedPick, RecordedProgress>(db)).map((row) => [row.id, trackedOf(row)] as const),
  )
  for (const tracked of records.values()) {
    evidence.addRecord(tracked)
    if (tracked.entry) evidence.addEntry(tracked)
  }
  for (const { id, outcome } of await allOutcomes<Outcome>(db)) evidence.addOutcome(records.get(id)!, outcome)
  evidence.addFlags((await flagCounts(db)) as ReadonlyMap<ArchetypeId, number>)
  for (const { archetype, state } of await newestGauntlets(db)) {
    evidence.setGauntlet(archetype as ArchetypeId, state as GauntletState)
  }
  evidence.endSession(day)
  return evidence
}
