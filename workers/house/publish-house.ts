import { SCHEMA_VERSION } from '../../pipeline/screener/documents/board.ts'
import { houseDocument } from '../../pipeline/screener/documents/house.ts'
import type { ScreenerHouse } from '../../shared/domain/contract/screener/house.ts'
import { houseAccounts, houseCloses, houseOrders } from '../../shared/postgres/screener/house.ts'
import { lockedRecords } from '../../shared/postgres/screener/records.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { announceDocuments, saveReadModel } from '../../shared/postgres/signals/read-models.ts'
import { listActions } from '../../shared/postgres/trading/corporate-actions.ts'
import { spyAt } from '../../shared/postgres/trading/spy-at.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import { type RecordedPick, type RecordedProgress, trackedOf } from '../screener/record-rows.ts'

const E4 = 10_000

/** Writes the accounts' record from its rows, in the transaction that changed them. */
export async function publishHouse(tx: Tx, now: Date, reason: string | null = null): Promise<void> {
  const accounts = await houseAccounts(tx)
  const contracts = await lockedRecords<RecordedPick, RecordedProgress>(tx)
  const orders = await houseOrders(tx)
  const closes = await houseCloses(tx)
  const actions = await listActions(tx)
  const opened = await Promise.all(
    accounts.map(async (account) => ({ ...account, spyE4: await spyAt(tx, account.since) })),
  )
  const document: ScreenerHouse = {
    schema_version: SCHEMA_VERSION,
    as_of: easternIso(now),
    reason,
    ...houseDocument({
      accounts: opened.map(({ since, spyE4, ...account }) => ({
        ...account,
        since: easternIso(since),
        spy: spyE4 === null ? null : spyE4 / E4,
      })),
      contracts: contracts.map((row) => trackedOf(row)),
      orders,
      splits: actions.filter(({ accruedAt }) => accruedAt !== null).filter((action) => action.kind === 'split'),
      points: closes.map(({ name, at, equityE4, spyE4 }) => ({
        account: name,
        at: easternIso(at),
        equity: equityE4 / E4,
        spy: spyE4 === null ? null : spyE4 / E4,
      })),
    }),
  }
  const model = { key: 'screener/house', contentType: 'application/json', body: JSON.stringify(document) }
  await saveReadModel(tx, { ...model, asOf: now, run: 1 })
  await announceDocuments(tx, 'screener')
}
