import type { Db, Tx } from '../server/db.ts'

/** A ticket opens a stream within this time, once. */
const TICKET_SECONDS = 30

export interface TicketHolder {
  accountId: number
  tokenId: string
}

/** Saves the digest of a ticket, deletes those that ran out, and returns when this one does. */
export async function insertTicket(tx: Tx, { accountId, tokenId }: TicketHolder, sha256: Buffer): Promise<Date> {
  await tx`delete from stream_tickets where expires_at < clock_timestamp()`
  const [row] = await tx<{ expires_at: Date }[]>`
    insert into stream_tickets (sha256, account_id, token_id, expires_at)
    values (${sha256}, ${accountId}, ${tokenId}, clock_timestamp() + ${TICKET_SECONDS} * interval '1 second')
    returning expires_at`
  return row!.expires_at
}

/** The holder of a ticket that is valid now, which is used up by this. */
export async function takeTicket(db: Db, sha256: Buffer): Promise<TicketHolder | null> {
  const [row] = await db<(TicketHolder & { live: boolean })[]>`
    delete from stream_tickets as k using account_tokens as t, accounts as a
    where k.sha256 = ${sha256} and t.id = k.token_id and a.id = k.account_id
    returning k.account_id as "accountId", k.token_id as "tokenId",
      k.expires_at > clock_timestamp() and t.revoked_at is null
        and coalesce(t.expires_at > clock_timestamp(), true) and a.status <> 'deleted' as live`
  if (!row?.live) return null
  return { accountId: row.accountId, tokenId: row.tokenId }
}

/** Returns the tokens that are still valid. */
export async function liveTokens(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select t.id from account_tokens as t join accounts as a on a.id = t.account_id
    where t.id = any(string_to_array(${ids.join(',')}, ',')) and t.revoked_at is null
      and coalesce(t.expires_at > clock_timestamp(), true) and a.status <> 'deleted'`
  return new Set(rows.map(({ id }) => id))
}
