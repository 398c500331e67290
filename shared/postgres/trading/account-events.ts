import type { AccountActor, AccountEventKind } from '../../domain/trading/account.ts'
import { ACCOUNT_LOG } from '../../domain/trading/account-log.ts'
import { accountTitle } from '../../domain/trading/account-title.ts'
import { accountLog } from '../events/events.ts'
import type { Db, Tx } from '../server/db.ts'

export interface NewAccountEvent {
  accountId: number
  epoch: number
  kind: AccountEventKind
  actor: AccountActor
  data: Record<string, unknown>
}

/** Call it in the transaction of what happened. The account's log gets the same event. */
export async function recordAccountEvent(tx: Tx, event: NewAccountEvent): Promise<void> {
  const { accountId, epoch, actor } = event
  const { kind, severity } = ACCOUNT_LOG[event.kind]
  const title = accountTitle(event.kind, event.data)
  const data = JSON.stringify(event.data)
  const logged = JSON.stringify({ epoch, actor, ...event.data })
  await tx`
    with recorded as (
      insert into account_events (account_id, epoch, kind, actor, data)
      values (${accountId}, ${epoch}, ${event.kind}, ${actor}, ${data}::text::jsonb)
      returning id, at
    )
    insert into events (key, log, kind, subject, severity, title, at, data, origin)
    select 'account-event:' || r.id, ${accountLog(accountId)}, ${kind}, ${event.kind}, ${severity}, ${title}, r.at,
      ${logged}::text::jsonb, 'scheduled'
    from recorded as r`
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
