import type { NameScan } from '../../pipeline/screener/candidate.ts'
import type { CompanyParts } from '../../pipeline/screener/panel-readings.ts'
import { panelParts } from '../../shared/postgres/company/panels.ts'
import type { Db } from '../../shared/postgres/server/db.ts'

/** Reads what was known of the companies of ripe candidates when the run began. */
export async function companyParts(
  db: Db,
  scans: readonly NameScan[],
  knownBy: Date,
): Promise<ReadonlyMap<string, CompanyParts>> {
  const tickers = scans.filter(({ candidates }) => candidates.some(({ isRipe }) => isRipe)).map(({ ticker }) => ticker)
  if (tickers.length === 0) return new Map()
  const parts = await panelParts(db, tickers, knownBy)
  const byTicker = Map.groupBy(parts, ({ ticker }) => ticker)
  return new Map(
    [...byTicker].map(([ticker, own]) => [ticker, Object.fromEntries(own.map(({ panel, part }) => [panel, part]))]),
  )
}
