import type { ErrorKind } from '../../errors.ts'
import type { Db, Pool, Tx } from '../server/db.ts'

/** started: tried, and will be tried again. done: had its effect. failed: given up, a dead letter. */
export interface InboxRow {
  state: 'started' | 'done' | 'failed'
  /** Counts bugs, deaths, and the attempt that had the effect. */
  attempts: number
  /** Counts attempts that met an outage; they do not use up the attempts of a bug. */
  outages: number
  errorKind: ErrorKind | null
  error: string | null
}

type AttemptCounts = Pick<InboxRow, 'state' | 'attempts' | 'outages'>

export interface InboxKey {
  messageId: string
  stage: string
}

/** The total of attempts, for people; the limits count bugs and outages apart. */
export const tries = ({ attempts, outages }: Pick<InboxRow, 'attempts' | 'outages'>): number => attempts + outages

/**
 * The delivery that holds this lock has the message. A second delivery must not wait for the first one's
 * unfinished insert (it would hold a connection for as long as that runs), so it fails at once.
 */
const locked = (sql: Db, { messageId, stage }: InboxKey) =>
  sql`pg_try_advisory_xact_lock(hashtextextended(${`${stage}/${messageId}`}, 0))`

export async function readInbox(sql: Db, { messageId, stage }: InboxKey): Promise<InboxRow | null> {
  const [row] = await sql<InboxRow[]>`
    select i.state, i.attempts, i.outages, i.error_kind as "errorKind", i.error
    from inbox as i where i.message_id = ${messageId} and i.stage = ${stage}`
  return row ?? null
}

/**
 * Marks the message done in the transaction that makes its effect, so that both are committed or neither. Returns the
 * number of the attempt, or null if the message is not ours to handle (done, given up, or with another worker).
 */
export async function takeMessage(tx: Tx, key: InboxKey, counted: boolean): Promise<number | null> {
  const [row] = await tx<{ attempt: number }[]>`
    insert into inbox as i (message_id, stage, state, attempts)
    select ${key.messageId}, ${key.stage}, 'done', 1 where ${locked(tx, key)}
    on conflict (message_id, stage) do update
      set state = 'done', attempts = i.attempts + ${counted ? 0 : 1}, error_kind = null, error = null,
        updated_at = clock_timestamp()
      where i.state = 'started'
    returning i.attempts + i.outages as attempt`
  return row?.attempt ?? null
}

/**
 * The same for several messages that no worker has tried yet, in the order of their ids, so that two batches meet in the
 * same order. Returns the ids that are ours.
 */
export async function takeMessages(tx: Tx, stage: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    insert into inbox (message_id, stage, state, attempts)
    select n.id, ${stage}, 'done', 1 from unnest(${[...ids].sort()}::text[]) as n (id)
    where pg_try_advisory_xact_lock(hashtextextended(${stage}::text || '/' || n.id, 0))
    on conflict (message_id, stage) do nothing
    returning message_id as id`
  return new Set(rows.map(({ id }) => id))
}

/** Commits an attempt before it starts, for a delivery whose predecessor vanished. Null as for `takeMessage`. */
export async function countAttempt(sql: Pool, key: InboxKey): Promise<number | null> {
  const [row] = await sql<{ attempts: number }[]>`
    insert into inbox as i (message_id, stage, state, attempts)
    select ${key.messageId}, ${key.stage}, 'started', 1 where ${locked(sql, key)}
    on conflict (message_id, stage) do update set attempts = i.attempts + 1, updated_at = clock_timestamp()
      where i.state = 'started'
    returning i.attempts`
  return row?.attempts ?? null
}

/** Records a failure; at `attemptsMax` attempts the message is given up, or never if that is null, as for an outage. */
export async function recordFailure(
  sql: Pool,
  key: InboxKey,
  failure: { kind: ErrorKind; reason: string; attemptsMax: number | null; counted: boolean },
): Promise<AttemptCounts | null> {
  const isOutage = failure.kind === 'unavailable'
  const outages = isOutage ? 1 : 0
  // The attempt was counted in case the worker died; after an outage it is taken back.
  const attempts = 1 - outages - (failure.counted ? 1 : 0)
  const [row] = await sql<AttemptCounts[]>`
    insert into inbox as i (message_id, stage, state, attempts, outages, error_kind, error)
    select ${key.messageId}, ${key.stage}, ${failure.attemptsMax === 1 ? 'failed' : 'started'}, ${1 - outages},
      ${outages}, ${failure.kind}, ${failure.reason} where ${locked(sql, key)}
    on conflict (message_id, stage) do update
      set attempts = i.attempts + ${attempts}, outages = i.outages + ${outages}, error_kind = ${failure.kind}, error = ${failure.reason},
        state = case when i.attempts + ${attempts} >= ${failure.attemptsMax}::int then 'failed' else 'started' end,
        updated_at = clock_timestamp()
      where i.state = 'started'
    returning i.state, i.attempts, i.outages`
  return row ?? null
}

/** The effect was already made in another way, so nothing is left to do. */
export async function recordConflict(sql: Pool, { messageId, stage }: InboxKey, reason: string): Promise<void> {
  await sql`
    insert into inbox as i (message_id, stage, state, attempts, error_kind, error)
    values (${messageId}, ${stage}, 'done', 1, 'conflict', ${reason})
    on conflict (message_id, stage) do update
      set state = 'done', attempts = i.attempts + 1, error_kind = 'conflict', error = ${reason}, updated_at = clock_timestamp()
      where i.state = 'started'`
}

/** The stages that gave messages up because of an outage, as earlier versions did. */
export async function stagesParkedByOutage(sql: Db): Promise<string[]> {
  const rows = await sql<{ stage: string }[]>`
    select i.stage from inbox as i where i.state = 'failed' and i.error_kind = 'unavailable'
    group by i.stage order by i.stage limit 100`
  return rows.map(({ stage }) => stage)
}

export interface WaitingStage {
  stage: string
  messages: number
}

/** Messages that met an outage and have waited for its end for longer than this, by stage. */
export async function waitingStages(sql: Db, forSeconds: number): Promise<WaitingStage[]> {
  return await sql<WaitingStage[]>`
    select i.stage, count(*)::int as messages from inbox as i
    where i.state = 'started' and i.error_kind = 'unavailable'
      and i.first_seen < clock_timestamp() - make_interval(secs => ${forSeconds})
    group by i.stage order by i.stage limit 100`
}

export interface FailedMessage {
  messageId: string
  stage: string
  attempts: number
  errorKind: string | null
  error: string | null
  failedAt: Date
  /** Null if the outbox does not know the message. */
  envelope: unknown
}

/** The messages that a stage, or any, gave up, newest first. */
export async function failedMessages(sql: Db, stage: string | null, limit: number): Promise<FailedMessage[]> {
  return await sql<FailedMessage[]>`
    select i.message_id as "messageId", i.stage, i.attempts, i.error_kind as "errorKind", i.error,
      i.updated_at as "failedAt", o.envelope
    from inbox as i left join outbox as o on o.message_id = i.message_id
    where i.state = 'failed' and (${stage}::text is null or i.stage = ${stage}::text)
    order by i.updated_at desc limit ${limit}`
}

/**
 * Deletes a failed row before a redrive, so that the message may have its effect, with all its attempts. The message is
 * unsettled until then.
 */
export async function forgetFailed(sql: Db, messageId: string, stage: string): Promise<boolean> {
  await sql`
    update outbox as o set settled_at = null, dead_stages = array_remove(o.dead_stages, ${stage}::text)
    where o.message_id = ${messageId} and ${stage}::text = any(o.stages)`
  const gone = await sql`
    delete from inbox as i where i.message_id = ${messageId} and i.stage = ${stage} and i.state = 'failed'`
  return gone.count === 1
}

/**
 * Deletes one batch, but no message that was given up, since a person has yet to look at it, and none that another stage
 * has yet to handle: whether a message is settled follows from the rows of all its stages.
 */
export async function pruneInbox(sql: Db, before: Date, limit: number): Promise<number> {
  const gone = await sql`
    delete from inbox as i where (i.message_id, i.stage) in (
      select old.message_id, old.stage from inbox as old
      where old.updated_at < ${before} and old.state <> 'failed' and not exists (
        select 1 from outbox as o where o.message_id = old.message_id and o.settled_at is null)
      order by old.updated_at limit ${limit})`
  return gone.count
}
