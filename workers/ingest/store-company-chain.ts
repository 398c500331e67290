import { optionRow } from '../../pipeline/company/option-row.ts'
import type { OptionChain } from '../../shared/domain/market/option-chain.ts'
import { nextReports } from '../../shared/postgres/company/companies.ts'
import { saveRecords } from '../../shared/postgres/company/company-records.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { rateKnown } from './store-chain.ts'
import type { Fetched } from './store-wide.ts'

/** Stores the figures of a name's chain for its session: its row without limit, its gamma profile for a month. */
export async function storeCompanyChains(
  tx: Tx,
  chains: readonly OptionChain[],
  { at, source, origin }: Pick<Fetched, 'at' | 'source' | 'origin'>,
): Promise<number> {
  if (chains.length === 0) return 0
  const rate = await rateKnown(tx, at)
  const reports = await nextReports(
    tx,
    chains.map(({ underlying }) => underlying),
    at,
  )
  const records = chains.flatMap((chain) => {
    const { day } = eastern(chain.quotedAt)
    const { row, analysis } = optionRow(chain, { rate, nextReport: reports.get(chain.underlying) ?? null })
    const named = { ticker: chain.underlying, key: day, day, knownAt: at, origin }
    return [
      { ...named, kind: 'options' as const, row },
      { ...named, kind: 'gamma' as const, row: { spot: chain.spot, quoted_at: row.quoted_at, analysis } },
    ]
  })
  return await saveRecords(tx, records, source)
}
