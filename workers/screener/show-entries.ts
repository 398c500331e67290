import { withEntries } from '../../pipeline/screener/documents/board.ts'
import { pickContract } from '../../pipeline/screener/documents/contracts.ts'
import type { Tracked } from '../../pipeline/screener/tracked.ts'
import type { ActionBoard } from '../../shared/domain/contract/screener/board.ts'
import type { PickContracts } from '../../shared/domain/contract/screener/evidence.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { announceDocuments, readModel, saveReadModel } from '../../shared/postgres/signals/read-models.ts'

/** Puts entries into the board and the list of contracts, so that neither shows them as pending until the next run. */
export async function showEntries(tx: Tx, locked: readonly Tracked[]): Promise<void> {
  if (locked.length === 0) return
  await rewrite<ActionBoard>(tx, 'screener/board', (board) => withEntries(board, locked))
  const entered = new Map(locked.map((tracked) => [tracked.id, pickContract(tracked, null)]))
  await rewrite<PickContracts>(tx, 'screener/pick-contracts', (list) => ({
    ...list,
    contracts: list.contracts.map((each) => entered.get(each.id) ?? each),
  }))
  await announceDocuments(tx, 'screener')
}

/**
 * Changes a document of the newest run; the caller has locked the open records, so no run writes it at the same time.
 */
async function rewrite<T>(tx: Tx, key: string, change: (document: T) => T): Promise<void> {
  const found = await readModel(tx, key)
  if (!found) return
  const { contentType, asOf, run, body } = found
  await saveReadModel(tx, { key, contentType, asOf, run, body: JSON.stringify(change(JSON.parse(body) as T)) })
}
