import { dollarsOf } from '../../shared/domain/trading/money.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { recordAccountEvent } from '../../shared/postgres/trading/account-events.ts'
import type { Account } from '../../shared/postgres/trading/accounts.ts'

/** Records an event if a posting of the service took cash below zero. */
export async function recordDeficit(tx: Tx, before: Account, after: Account, cause: string): Promise<void> {
  if (!after.deficit || before.deficit) return
  await recordAccountEvent(tx, {
    accountId: after.id,
    epoch: after.epoch,
    kind: 'deficit',
    actor: 'service',
    data: { subject: cause, entry: after.entries, owed: dollarsOf(-after.cashE4) },
  })
}
