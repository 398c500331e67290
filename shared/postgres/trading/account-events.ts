import type { AccountActor, AccountEventKind } from '../../domain/trading/account.ts'
import type { Db, Tx } from '../server/db.ts'

export interface NewAccountEvent {
  accountId: number
  epoch: number
  kind: AccountEventKind
  actor: AccountActor
  data: Record<string, unknown>
}

/** Call it in the transaction of what happened. */
export async function recordAccountEvent(tx: Tx, event: NewAccountEvent): Promise<void> {
  await tx`
    insert into account_events (account_id, epoch, kind, actor, data)
    values (${event.accountId}, ${event.epoch}, ${event.kind}, ${event.actor},
      ${JSON.stringify(event.data)}::text::jsonb)`
}

export interface AccountEvent extends Omit<NewAccountEvent, 'accountId'> {
  id: number
  at: Date
}

/** Newest first, with the total. */
export async function accountEvents(
  sql: Db,
  accountId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ events: AccountEvent[]; total: number }> {
  const [count] = await sql<{ total: number }[]>`
    select count(*)::integer as total from account_events as e where e.account_id = ${accountId}`
  const events = await sql<AccountEvent[]>`
    select e.id, e.epoch, e.kind, e.actor, e.data, e.at from account_events as e where e.account_id = ${accountId}
    order by e.id desc limit ${limit} offset ${offset}`
  return { events, total: count?.total ?? 0 }
}
