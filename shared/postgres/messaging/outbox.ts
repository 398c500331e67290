import type { Envelope } from '../../domain/contract/messages.ts'
import type { Db, Tx } from '../server/db.ts'

/**
 * Stores messages that are sent if this transaction commits. A message that is there already is not stored (or
 * sent) again; returns the ids that are new. Sorted, so that two writers cannot wait for each other in a circle.
 *
 * A stage may have given up on a new message before: the broker still held it from a past that the database lost in a
 * failover or a restore, and its cycle did not exist yet. That must not keep the stage from handling it now.
 */
export async function addToOutbox(
  tx: Tx,
  envelopes: readonly Envelope[],
  holding: (envelope: Envelope) => readonly string[],
): Promise<Set<string>> {
  if (envelopes.length === 0) return new Set()
  const sorted = [...envelopes].sort((a, b) => (a.id < b.id ? -1 : 1))
  const rows = sorted.map((envelope) => ({ envelope, stages: holding(envelope).join(' ') }))
  const added = await tx<{ id: string }[]>`
    with added as (
      insert into outbox (message_id, envelope, stages)
      select n.envelope ->> 'id', n.envelope, string_to_array(n.stages, ' ')
      from jsonb_to_recordset(${tx.json(rows)}) as n (envelope jsonb, stages text)
      on conflict (message_id) do nothing returning message_id as id
    ), forgotten as (
      delete from inbox as i using added as a where i.message_id = a.id and i.state = 'failed'
    )
    select a.id from added as a`
  return new Set(added.map((row) => row.id))
}

/** Unsent messages that no other process is sending, locked until the transaction ends. */
export async function lockUnsent(
  tx: Tx,
  { olderThanMs, except, limit }: { olderThanMs: number; except: readonly string[]; limit: number },
): Promise<Envelope[]> {
  const rows = await tx<{ envelope: Envelope }[]>`
    select o.envelope from outbox as o
    where o.sent_at is null and o.created_at < clock_timestamp() - make_interval(secs => ${olderThanMs / 1000})
      and o.message_id <> all(${except as string[]})
    order by o.created_at limit ${limit} for update skip locked`
  return rows.map((row) => row.envelope)
}

/** Selects by id alone: `sent_at is null` would make the planner use the index of unsent rows, full of dead ones. */
export async function markSent(sql: Db, messageIds: readonly string[]): Promise<void> {
  await sql`
    update outbox as o set sent_at = coalesce(o.sent_at, clock_timestamp())
    where o.message_id = any(${messageIds as string[]})`
}

/**
 * Selects messages that were sent a while ago and that one of these stages has neither handled nor given up, locked until
 * the transaction ends.
 */
export async function lockLost(
  tx: Tx,
  { stages, sentBeforeMs, limit }: { stages: readonly string[]; sentBeforeMs: number; limit: number },
): Promise<Envelope[]> {
  const rows = await tx<{ envelope: Envelope }[]>`
    select o.envelope from outbox as o
    where o.settled_at is null and o.sent_at < clock_timestamp() - make_interval(secs => ${sentBeforeMs / 1000})
      and exists (
        select 1 from unnest(o.stages) as s (stage)
        where s.stage = any(${stages as string[]}) and s.stage <> all(o.dead_stages) and not exists (
          select 1 from inbox as i
          where i.message_id = o.message_id and i.stage = s.stage and i.state in ('done', 'failed')))
    order by o.seq limit ${limit} for update skip locked`
  return rows.map((row) => row.envelope)
}

/** A lost message was sent now, so that it is not taken for lost again before it had its time. */
export async function markSentAgain(tx: Tx, messageIds: readonly string[]): Promise<void> {
  await tx`update outbox as o set sent_at = clock_timestamp() where o.message_id = any(${messageIds as string[]})`
}

/** The messages that wait to be sent; grows while the broker is away. */
export async function outboxBacklog(sql: Db): Promise<{ unsent: number; oldestUnsentAgeMs: number | null }> {
  const [row] = await sql<{ unsent: number; oldestUnsentAgeMs: number | null }[]>`
    select count(*)::int as unsent,
      (extract(epoch from clock_timestamp() - min(o.created_at)) * 1000)::float8 as "oldestUnsentAgeMs"
    from outbox as o where o.sent_at is null`
  return row!
}

export async function oldestUnsentAgeMs(sql: Db): Promise<number | null> {
  const [row] = await sql<{ age: number }[]>`
    select (extract(epoch from clock_timestamp() - o.created_at) * 1000)::float8 as age
    from outbox as o where o.sent_at is null order by o.created_at limit 1`
  return row?.age ?? null
}

/** Deletes one batch of the messages that were sent before an instant, but none that is not settled yet. */
export async function pruneOutbox(sql: Db, before: Date, limit: number): Promise<number> {
  const gone = await sql`
    delete from outbox as o where o.seq in (
      select old.seq from outbox as old where old.sent_at < ${before} and old.settled_at is not null
      order by old.sent_at limit ${limit})`
  return gone.count
}
