import type { Severity } from '../../domain/contract/alert.ts'
import type { EventKind, LoggedEvent, NewEvent } from '../../domain/contract/event.ts'
import type { StreamFilter } from '../../domain/contract/stream-filter.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db, Tx } from '../server/db.ts'

/** The log that everybody may read. */
export const PUBLIC_LOG = 'public'
/** Kinds of events that only operators may read. */
export const OPERATORS_LOG = 'operators'
export const accountLog = (accountId: number): string => `account/${accountId}`
export const isAccountLog = (log: string): boolean => log.startsWith('account/')

/**
 * Inserts the events that are not logged yet and returns their number. The sequencer gives them ids after the commit, so
 * this takes no lock.
 */
export async function appendEvents(tx: Tx, events: readonly NewEvent[], log = PUBLIC_LOG): Promise<number> {
  if (events.length === 0) return 0
  const rows = events.map(({ cycleId, data, ...event }) => ({
    ...event,
    log,
    data: tx.json(data),
    cycle_id: cycleId,
    traceparent: activeTraceparent(),
  }))
  const logged = await tx`insert into events ${tx(rows)} on conflict (key) do nothing returning 1`
  return logged.count
}

interface EventPage {
  log?: string
  /** Only larger ids, oldest first; null: the newest events, newest first. */
  after: number | null
  /** Only smaller ids; null: no bound. */
  before: number | null
  /** Empty: all of them. */
  kinds: readonly EventKind[]
  /** Absent or empty: all of them. */
  severities?: readonly Severity[]
  subjects?: readonly string[]
  /** Only events at this instant or later; absent: no bound. */
  since?: Date
  limit: number
}

/** Sends the values as one text, since the driver finds no type for an empty array. */
const anyOf = (sql: Db, column: string, values: readonly string[]) =>
  sql`(${values.length === 0} or ${sql(column)} = any(string_to_array(${values.join(',')}, ',')))`

/** A partial index has what is worse than information, which is most of a log. */
const severe = (sql: Db, severities: readonly Severity[]) =>
  severities.length > 0 && !severities.includes('info') ? sql`and e.severity <> 'info'` : sql``

/** A page of each kind is read by its index: a rare kind would otherwise be searched for in the whole log. */
export async function readEvents(sql: Db, page: EventPage): Promise<LoggedEvent[]> {
  const { log = PUBLIC_LOG, after, before, kinds, severities = [], subjects = [], since = null, limit } = page
  const order = after === null ? sql`order by e.id desc` : sql`order by e.id`
  const matching = sql`
    select e.id, e.document, e.hash from events as e
    where e.log = ${log} and e.hash is not null and e.id > ${after ?? 0} and e.id < ${before ?? '9223372036854775807'}
      and ${anyOf(sql, 'e.severity', severities)} ${severe(sql, severities)}
      and ${anyOf(sql, 'e.subject', subjects)} and (${since}::timestamptz is null or e.at >= ${since}::timestamptz)
      and ${kinds.length === 0 ? sql`true` : sql`e.kind = k.kind`}
    ${order} limit ${limit}`
  const rows = await sql<{ document: string; hash: string }[]>`
    select e.document, e.hash from ${eachKind(sql, kinds)} cross join lateral (${matching}) as e ${order} limit ${limit}`
  return rows.map(({ document, hash }) => ({ ...(JSON.parse(document) as Omit<LoggedEvent, 'hash'>), hash }))
}

const eachKind = (sql: Db, kinds: readonly string[]) =>
  sql`(select distinct k.kind from unnest(string_to_array(${kinds.length === 0 ? 'any' : kinds.join(',')}, ',')) as k (kind)) as k`

export interface EventBounds {
  /** The oldest id that is kept. */
  oldest: number
  /** The id before the oldest one: a reader that has it has missed nothing; 0 before the first. */
  beforeOldest: number
  latest: number
}

/** The first and last id of a log; null while it is empty. */
export async function eventBounds(sql: Db, log = PUBLIC_LOG): Promise<EventBounds | null> {
  const [row] = await sql<EventBounds[]>`
    select o.id as oldest, coalesce(o.prev_id, 0) as "beforeOldest",
      (select max(n.id) from events as n where n.log = ${log} and n.hash is not null) as latest
    from events as o where o.log = ${log} and o.hash is not null order by o.id limit 1`
  return row ?? null
}

/**
 * The event at which a log continued with a higher id after its newest events were lost, if the id is one of the lost
 * ones. Null for any other id.
 */
export async function continuedAfter(sql: Db, log: string, id: number): Promise<{ id: number } | null> {
  const [row] = await sql<{ id: number }[]>`
    select e.id from events as e
    where e.log = ${log} and e.hash is not null and e.subject = 'event_log' and e.id > ${id}
      and (e.data->>'newest_id_before')::bigint < ${id}
    order by e.id limit 1`
  return row ?? null
}

/**
 * The newest id at or before `id` of an event that passes the filter; null if there is none. Each kind is read by its
 * index, because the newest one that passes may be far back.
 */
export async function lastPassing(
  sql: Db,
  { log, filter, id }: { log: string; filter: StreamFilter; id: number },
): Promise<number | null> {
  const passing =
    filter === 'headlines'
      ? sql`(e.kind <> 'transition' or e.subject = 'regime')
          and (e.kind <> 'alert' or e.severity = 'critical' or e.data->>'alert_severity' = 'critical')`
      : sql`true`
  const kinds = filter === 'headlines' ? ['transition', 'alert'] : filter
  const [row] = await sql<{ id: number | null }[]>`
    select max(e.id) as id from ${eachKind(sql, kinds)} cross join lateral (
      select e.id from events as e
      where e.log = ${log} and e.hash is not null and e.id <= ${id} and ${passing}
        and ${kinds.length === 0 ? sql`true` : sql`e.kind = k.kind`}
      order by e.id desc limit 1
    ) as e`
  return row?.id ?? null
}

/** Events without an id, which the sequencer has yet to see. */
export async function countWaitingEvents(sql: Db): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from events as e where e.hash is null`
  return row!.count
}

/**
 * Deletes one batch of the oldest events of the public and the operators' log, up to the first that was recorded later,
 * so that the chain of the remaining events has no gap. Call again while it returns `limit`. That event is looked up
 * once per log: looked up for every row, it took longer than a statement may once a few days were to be deleted.
 */
export async function pruneEvents(sql: Db, before: Date, limit: number): Promise<number> {
  const gone = await sql`
    with bounds as materialized (
      select l.log, (
        select kept.id from events as kept
        where kept.log = l.log and kept.hash is not null and kept.recorded_at >= ${before} order by kept.id limit 1) as first_kept
      from (values (${PUBLIC_LOG}), (${OPERATORS_LOG})) as l (log)
    )
    delete from events as e using (
      select old.arrival from bounds as b cross join lateral (
        select o.arrival from events as o
        where o.log = b.log and o.hash is not null and o.id < coalesce(b.first_kept, 9223372036854775807)
        order by o.id limit ${limit}
      ) as old limit ${limit}
    ) as gone
    where e.arrival = gone.arrival`
  return gone.count
}
