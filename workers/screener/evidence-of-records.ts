import { type EvidenceBook, evidenceBook } from '../../pipeline/screener/evidence-book.ts'
import type { ArchetypeId, GauntletState } from '../../shared/domain/contract/screener-ids.ts'
import { newestGauntlets } from '../../shared/postgres/screener/gauntlets.ts'
import { flagCounts } from '../../shared/postgres/screener/runs.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { RecordedBook } from './recorded-book.ts'

/** Everything that runs have recorded, as the evidence of each archetype up to a session. */
export async function evidenceOfRecords(db: Db, book: RecordedBook, day: TradingDay): Promise<EvidenceBook> {
  const evidence = evidenceBook()
  const records = new Map(book.records.map((tracked) => [tracked.id, tracked]))
  for (const tracked of book.records) {
    evidence.addRecord(tracked)
    if (tracked.entry) evidence.addEntry(tracked)
  }
  for (const [id, outcome] of book.outcomes) evidence.addOutcome(records.get(id)!, outcome)
  evidence.addFlags((await flagCounts(db)) as ReadonlyMap<ArchetypeId, number>)
  for (const { archetype, state } of await newestGauntlets(db)) {
    evidence.setGauntlet(archetype as ArchetypeId, state as GauntletState)
  }
  evidence.endSession(day)
  return evidence
}
