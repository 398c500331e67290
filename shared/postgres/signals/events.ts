import type { Severity } from '../../domain/contract/alert.ts'
import type { EventKind, LoggedEvent, NewEvent } from '../../domain/contract/event.ts'
import { easternIso } from '../../time/eastern.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db, Tx } from '../server/db.ts'
import { announceDocuments } from './read-models.ts'

/**
 * Logs the events that are not logged yet and returns their number. Call it last in the transaction: it takes the log's
 * lock, which is held until the commit, so that ids become visible in their order and a cursor never skips one.
 */
export async function appendEvents(tx: Tx, events: readonly NewEvent[]): Promise<number> {
  if (events.length === 0) return 0
  await tx`select pg_advisory_xact_lock(hashtext('events'))`
  const rows = events.map(({ cycleId, data, ...event }) => ({
    ...event,
    data: tx.json(data),
    cycle_id: cycleId,
    traceparent: activeTraceparent(),
  }))
  const logged = await tx`insert into events ${tx(rows)} on conflict (key) do nothing returning 1`
  if (logged.count > 0) await announceDocuments(tx, 'events')
  return logged.count
}

interface EventPage {
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

type EventRow = Omit<LoggedEvent, 'at' | 'id'> & { id: string; at: Date }

/** Sends the values as one text, since the driver finds no type for an empty array. */
const anyOf = (sql: Db, column: string, values: readonly string[]) =>
  sql`(${values.length === 0} or ${sql(column)} = any(string_to_array(${values.join(',')}, ',')))`

export async function readEvents(sql: Db, page: EventPage): Promise<LoggedEvent[]> {
  const { after, before, kinds, severities = [], subjects = [], since = null, limit } = page
  const order = after === null ? sql`order by e.id desc` : sql`order by e.id`
  const rows = await sql<EventRow[]>`
    select e.id::text, e.kind, e.subject, e.severity, e.title, e.at, e.data, e.cycle_id, e.origin
    from events as e
    where e.id > ${after ?? 0} and e.id < ${before ?? '9223372036854775807'}
      and ${anyOf(sql, 'e.kind', kinds)} and ${anyOf(sql, 'e.severity', severities)}
      and ${anyOf(sql, 'e.subject', subjects)} and (${since}::timestamptz is null or e.at >= ${since}::timestamptz)
    ${order} limit ${limit}`
  return rows.map((row) => ({ ...row, id: Number(row.id), at: easternIso(row.at) }))
}

/** The first and last id of the log; null while it is empty. */
export async function eventBounds(sql: Db): Promise<{ oldest: number; latest: number } | null> {
  const [row] = await sql<{ oldest: number | null; latest: number | null }[]>`
    select min(e.id) as oldest, max(e.id) as latest from events as e`
  return row?.oldest == null || row.latest == null ? null : { oldest: row.oldest, latest: row.latest }
}

/** Deletes one batch; call again while it returns `limit`. */
export async function pruneEvents(sql: Db, before: Date, limit: number): Promise<number> {
  const gone = await sql`
    delete from events as e
    where e.id in (select old.id from events as old where old.at < ${before} order by old.at limit ${limit})`
  return gone.count
}
