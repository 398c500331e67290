import type { Severity } from '../../domain/contract/alert.ts'
import type { EventKind, LoggedEvent } from '../../domain/contract/event.ts'
import type { Origin } from '../../domain/market/observation.ts'
import { scrubValue } from '../../flow-vendor/scrub.ts'
import { easternExact, easternIso } from '../../time/eastern.ts'
import type { Db, Pool, Tx } from '../server/db.ts'
import { timelineNow } from '../server/timeline.ts'
import { announceDocuments } from '../signals/read-models.ts'
import { chainEvent, FIRST_HASH } from './event-chain.ts'
import { isAccountLog } from './events.ts'

/** After a restore or a promotion, ids that were given before and are now lost are never reused. */
const JUMP = 1_000_000

interface WaitingEvent {
  arrival: number
  /** Events of versions before the sequencer have one. */
  id: number | null
  log: string
  kind: EventKind
  subject: string
  severity: Severity
  title: string
  at: Date
  recorded_at: Date
  data: LoggedEvent['data']
  cycle_id: string | null
  origin: Origin
}

interface Tail {
  /** Null before the first event. */
  last_id: number | null
  last_hash: string
  next_id: number
}

/**
 * Gives the next ids of their logs to committed events, in the order of their arrival, and announces them once; returns
 * how many they were. One process at a time does so; another one's turn ends at once.
 */
export async function sequenceEvents(sql: Pool, limit: number): Promise<number> {
  if (!(await isWaiting(sql))) return 0
  return await sql.begin(async (tx) => {
    const [lock] = await tx<{ held: boolean }[]>`select pg_try_advisory_xact_lock(hashtext('event-sequencer')) as held`
    if (!lock?.held) return 0
    await jumpAfterRestore(tx)
    const waiting = await tx<WaitingEvent[]>`
      select e.arrival, e.id, e.log, e.kind, e.subject, e.severity, e.title, e.at, e.recorded_at, e.data, e.cycle_id,
        e.origin
      from events as e where e.hash is null order by e.id nulls last, (e.subject = 'event_log') desc, e.arrival limit ${limit}`
    const tails = await readTails(tx, [...new Set(waiting.map(({ log }) => log))])
    if (waiting.length === 0) return 0
    const rows = waiting.map((event) => sequenced(event, tails))
    await tx`
      update events as e set id = s.id, prev_id = s.prev_id, hash = s.hash, document = s.document
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as s (arrival bigint, id bigint, prev_id bigint, hash text, document text)
      where e.arrival = s.arrival`
    await saveTails(tx, tails)
    await announceDocuments(tx, 'events')
    return rows.length
  })
}

async function isWaiting(sql: Db): Promise<boolean> {
  const [row] = await sql<{ waits: boolean }[]>`
    select exists (select 1 from events as e where e.hash is null) as waits`
  return row!.waits
}

/** The event with its place in the log, which becomes the log's new tail. */
function sequenced({ arrival, id: given, log, ...event }: WaitingEvent, tails: Map<string, Tail>) {
  const before = tails.get(log) ?? { last_id: null, last_hash: FIRST_HASH, next_id: 1 }
  const id = given ?? before.next_id
  const prev_id = before.last_id
  // An account compares the time of its events with those of its trades and its ledger, which have milliseconds.
  const written = isAccountLog(log) ? easternExact : easternIso
  const served = scrubValue({
    ...event,
    id,
    prev_id,
    at: written(event.at),
    recorded_at: written(event.recorded_at),
  })
  const { document, hash } = chainEvent(before.last_hash, served)
  tails.set(log, { last_id: id, last_hash: hash, next_id: id + 1 })
  return { arrival, id, prev_id, hash, document }
}

async function readTails(tx: Tx, logs: readonly string[]): Promise<Map<string, Tail>> {
  const rows = await tx<(Tail & { log: string })[]>`
    select l.log, l.last_id, l.last_hash, l.next_id from event_logs as l
    where l.log in (select jsonb_array_elements_text(${JSON.stringify(logs)}::text::jsonb))`
  return new Map(rows.map(({ log, ...tail }) => [log, tail]))
}

async function saveTails(tx: Tx, tails: Map<string, Tail>): Promise<void> {
  const rows = [...tails].map(([log, tail]) => ({ log, ...tail }))
  await tx`
    insert into event_logs as l (log, last_id, last_hash, next_id)
    select s.log, s.last_id, s.last_hash, s.next_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as s (log text, last_id bigint, last_hash text, next_id bigint)
    on conflict (log) do update
      set last_id = excluded.last_id, last_hash = excluded.last_hash, next_id = excluded.next_id`
}

/**
 * A restored copy and a promoted standby may lack the newest events, so their ids continue a million higher, and an
 * event of each log states that. Both are a different database than the one that gave the last id.
 */
async function jumpAfterRestore(tx: Tx): Promise<void> {
  const [found] = await tx<{ before: string | null; now: string }[]>`
    select (select o.origin from event_origin as o) as before,
      s.system_identifier || '/' || ('x' || ${timelineNow(tx)})::bit(32)::integer || '/' || d.oid as now
    from pg_control_system() as s, pg_database as d where d.datname = current_database()`
  const { before, now } = found!
  if (before === now) return
  await tx`
    insert into event_origin (origin) values (${now}) on conflict (id) do update set origin = excluded.origin`
  if (before === null) return
  await tx`update event_logs set next_id = next_id + ${JUMP}`
  await tx`
    insert into events (key, log, kind, subject, severity, title, at, data, cycle_id, origin)
    select 'log-continued:' || l.log || ':' || l.next_id, l.log,
      case when l.log like 'account/%' then 'account' else 'clock' end, 'event_log', 'warning',
      'The database was restored or replaced; ids of this log go on a million higher.', service_now(),
      jsonb_build_object('newest_id_before', l.last_id, 'continues_with', l.next_id), null, 'scheduled'
    from event_logs as l`
}
