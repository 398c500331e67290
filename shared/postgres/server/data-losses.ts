import type { PendingQuery, Row } from 'postgres'
import { counted } from '../../domain/number-words.ts'
import { easternExact } from '../../time/eastern.ts'
import { appendEvents } from '../events/events.ts'
import { standbyError } from './database-error.ts'
import type { Db, Tx } from './db.ts'
import { lostWrites, type NotedWrite } from './noted-writes.ts'
import { timelineNow } from './timeline.ts'

/** What one check of the database shows about its past. */
export interface PastReading {
  /** The service's own sequence; 0 before the first scheduler. */
  number: number
  raisedAt: Date | null
  /** Changes when a standby is promoted. */
  timeline: string
  clockEpoch: number
  /** The newest loss that was noticed; 0: none. */
  lossId: number
  /** A loss that no operator has accepted yet. */
  isOpen: boolean
}

export interface DataLoss {
  id: number
  noticedAt: Date
  noticedBy: string
  seenNumber: number
  foundNumber: number
  lostFrom: Date | null
  lostUntil: Date | null
  lostWrites: NotedWrite[]
  acceptedAt: Date | null
}

/** An operator can act on some of them; the rest of a long list would only say the same. */
const LISTED_MAX = 500

/** Rejects at a standby: writes that it lacks are lost only if it is promoted. */
export async function readPast(sql: Db): Promise<PastReading> {
  const [{ timeline, ...row }] = await sql<[Omit<PastReading, 'timeline'> & { timeline: string | null }]>`
    select coalesce(max(s.number), 0)::bigint as number, max(s.raised_at) as "raisedAt",
      ${timelineNow(sql)} as timeline,
      (select coalesce(max(c.epoch), 0)::integer from clock_epoch as c) as "clockEpoch",
      (select coalesce(max(l.id), 0)::bigint from data_losses as l) as "lossId",
      exists (select 1 from data_losses as l where l.accepted_at is null) as "isOpen"
    from service_sequence as s`
  if (timeline === null) throw standbyError()
  return { ...row, timeline }
}

/** Raises the sequence, unless the database has a lower number than the one that the caller has seen. */
export async function raiseSequence(sql: Db, seen: number): Promise<void> {
  await sql`
    insert into service_sequence as s (number, raised_at)
    select 1, clock_timestamp() where ${seen}::bigint = 0
      or exists (select 1 from service_sequence as held where held.number >= ${seen}::bigint)
    on conflict (id) do update set number = s.number + 1, raised_at = excluded.raised_at`
}

/** The seconds since a scheduler lived, whether its broker answers or not; null if none has been there yet. */
export async function schedulerSilentSeconds(sql: Db): Promise<number | null> {
  const [row] = await sql<[{ seconds: number | null }]>`
    select extract(epoch from clock_timestamp() - max(s.raised_at))::float8 as seconds from service_sequence as s`
  return row.seconds
}

const isBehind = (now: PastReading, seen: PastReading): boolean =>
  now.number < seen.number || now.clockEpoch < seen.clockEpoch

/** Another server answers than before, or another process has noticed a loss: confirmed writes have to be looked up. */
export const isOtherPast = (now: PastReading, seen: PastReading): boolean =>
  isBehind(now, seen) || now.timeline !== seen.timeline || now.lossId !== seen.lossId

interface Finding {
  name: string
  seen: PastReading
  /** The writes of this process that a database with this number may lack. */
  notesSince: (number: number) => readonly NotedWrite[]
}

/** A standby that lagged far behind lacks more than the last second, and another process may have raised its number. */
async function oldestNumber(tx: Tx, now: PastReading, seen: PastReading): Promise<number> {
  const [other] = await tx<{ found: number }[]>`
    select l.found_number as found from data_losses as l where l.id = ${now.lossId} and l.id > ${seen.lossId}`
  return Math.min(now.number, seen.number, other?.found ?? seen.number)
}

/** Lists each trade once, in the newest state that its account saw. */
function lastOfEach(writes: readonly NotedWrite[]): NotedWrite[] {
  const newest = new Map(writes.map((write) => [write.kind === 'trade' ? write.id : write, write]))
  return [...newest.values()]
}

/**
 * Compares the database with what this process has seen and with the writes that it confirmed, and records what is lost.
 * What several processes find after one failover is one loss. Returns whether there is a loss of this process.
 */
export async function recordLoss(tx: Tx, { name, seen, notesSince }: Finding): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(hashtext('data_losses'))`
  const now = await readPast(tx)
  const lost = lastOfEach(await lostWrites(tx, notesSince(await oldestNumber(tx, now, seen))))
  if (!isBehind(now, seen) && lost.length === 0) return false
  const listed = JSON.stringify(lost.slice(0, LISTED_MAX))
  const merged = await tx`
    update data_losses as l set seen_number = greatest(l.seen_number, ${seen.number}),
      lost_until = greatest(l.lost_until, ${isBehind(now, seen) ? seen.raisedAt : null}::timestamptz),
      lost_writes = l.lost_writes || ${listed}::text::jsonb
    where l.id = ${now.lossId} and (l.accepted_at is null or l.id > ${seen.lossId} and l.timeline = ${now.timeline})`
  await tx`update service_sequence as s set number = greatest(s.number, ${seen.number}) + 1`
  if (merged.count > 0) return true
  const [row] = await tx<[{ id: number; at: Date }]>`
    insert into data_losses (noticed_by, timeline, seen_number, found_number, lost_from, lost_until, lost_writes)
    values (${name}, ${now.timeline}, ${seen.number}, ${now.number}, ${isBehind(now, seen) ? now.raisedAt : null},
      ${isBehind(now, seen) ? seen.raisedAt : null}, ${listed}::text::jsonb)
    returning id, service_now() as at`
  const data = { loss: row.id, noticed_by: name, lost_writes: lost.length }
  await appendEvents(tx, [{ ...lossEvent(row.at, LOST), key: `data-loss:${row.id}`, severity: 'critical', data }])
  return true
}

const LOST = 'The database lost its newest writes in a failover. Trading is closed until an operator has accepted that.'

const lossEvent = (at: Date, title: string) =>
  ({ kind: 'clock', subject: 'database', title, at, cycleId: null, origin: 'scheduled' }) as const

/** The loss that is open, or else the newest one; null if none was ever noticed. */
export const newestLoss = (sql: Db): Promise<DataLoss | null> => newestWhere(sql, sql`true`)

async function newestWhere(sql: Db, condition: PendingQuery<Row[]>): Promise<DataLoss | null> {
  const [row] = await sql<DataLoss[]>`
    select l.id, l.noticed_at as "noticedAt", l.noticed_by as "noticedBy", l.seen_number as "seenNumber",
      l.found_number as "foundNumber", l.lost_from as "lostFrom", l.lost_until as "lostUntil",
      l.lost_writes as "lostWrites", l.accepted_at as "acceptedAt"
    from data_losses as l where ${condition} order by l.id desc limit 1`
  return row ?? null
}

/** The newest loss, while messages of its time may still arrive: longer than any of them waits for a retry. */
export const recentLoss = (sql: Db): Promise<DataLoss | null> =>
  newestWhere(sql, sql`l.accepted_at is null or l.accepted_at > clock_timestamp() - interval '7 days'`)

/** Several replicas may report one trade, in the states in which each saw it. */
function countOf(writes: readonly NotedWrite[], kind: NotedWrite['kind']): number {
  const ids = writes.filter((write) => write.kind === kind).map((write) => ('id' in write ? write.id : write.key))
  return kind === 'trade' ? new Set(ids).size : ids.length
}

/** A loss for people: when, and what is known of it. */
export function lossSentence({ noticedAt, lostFrom, lostUntil, lostWrites }: DataLoss): string {
  const span =
    lostFrom && lostUntil ? `what was written from ${easternExact(lostFrom)} to ${easternExact(lostUntil)}` : null
  const known = (
    [
      ['trade', 'trade'],
      ['answer', 'other answer'],
      ['message', 'handled message'],
    ] as const
  )
    .map(([kind, words]) => ({ words, count: countOf(lostWrites, kind) }))
    .filter(({ count }) => count > 0)
    .map(({ words, count }) => counted(count, words))
    .join(' and ')
  const lost = [span, known && `${span ? 'among it ' : ''}${known}`].filter(Boolean).join(', ')
  return `the database lost its newest writes in a failover, noticed at ${easternExact(noticedAt)}: ${lost}`
}

/** Opens trading again. Returns the loss, or null if there is none to accept. */
export async function acceptLoss(tx: Tx): Promise<DataLoss | null> {
  await tx`select pg_advisory_xact_lock(hashtext('data_losses'))`
  const [accepted] = await tx<{ id: number; at: Date }[]>`
    update data_losses as l set accepted_at = clock_timestamp() where l.accepted_at is null
    returning l.id, service_now() as at`
  if (!accepted) return null
  const title = 'An operator accepted what the database lost in a failover. Trading is open again.'
  const event = lossEvent(accepted.at, title)
  const data = { loss: accepted.id }
  await appendEvents(tx, [{ ...event, key: `data-loss:${accepted.id}/accepted`, severity: 'info', data }])
  return await newestLoss(tx)
}
