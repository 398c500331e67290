import { eastern, instantAt } from '../../time/eastern.ts'
import { appendEvents } from '../events/events.ts'
import type { NamedLetter } from '../messaging/settled.ts'
import type { Db, Tx } from './db.ts'

/** The subject of the event; its kind is `clock`. */
export const GAVE_UP = 'clock_gave_up'
const FOUND_MAX = 100

/**
 * A limit of real time or of money that was reached while the clock was commanded: from there on another run with the
 * same seed, start and calls may give another story of that session.
 */
export interface GaveUp {
  what: 'message' | 'account' | 'ai_limit'
  /** The stage and the message, the account, or the day of real time. */
  name: string
  /** One sentence. */
  reason: string
}

/** Logs the limits, each once a session. Returns how many were new. */
export async function recordGaveUp(tx: Tx, at: Date, found: readonly GaveUp[]): Promise<number> {
  if (found.length === 0) return 0
  const { day } = eastern(at)
  const events = found.map(({ what, name, reason }) => ({
    key: `${GAVE_UP}:${day}/${what}/${name}`,
    kind: 'clock' as const,
    subject: GAVE_UP,
    severity: 'warning' as const,
    title: `${reason} Another run of ${day} may differ from this one.`,
    at,
    data: { what, name, reason, session: day },
    cycleId: null,
    origin: 'scheduled' as const,
  }))
  return await appendEvents(tx, events)
}

const givenUp = (sql: Db, since: Date) => sql`
  from inbox as i join outbox as o on o.message_id = i.message_id and i.stage = any(o.stages)
  where i.state = 'failed' and i.updated_at > ${since}`

/** Whether `givenUpSince` returns any, as a part of another question. */
export const hasGivenUpSince = (sql: Db, since: Date) => sql`exists (select 1 ${givenUp(sql, since)})`

/** What the clock waited for and a stage gave up since an instant of real time. */
export async function givenUpSince(sql: Db, since: Date): Promise<GaveUp[]> {
  const rows = await sql<{ stage: string; messageId: string; attempts: number; error: string | null }[]>`
    select i.stage, i.message_id as "messageId", i.attempts, i.error ${givenUp(sql, since)}
    order by i.updated_at limit ${FOUND_MAX}`
  return rows.map(({ stage, messageId, attempts, error }) => ({
    what: 'message',
    name: `${stage} ${messageId}`,
    reason: `Stage ${stage} gave up message ${messageId} after ${attempts} attempts (${error ?? 'no reason'}).`,
  }))
}

export const deadInBroker = ({ stage, messageId }: NamedLetter): GaveUp => ({
  what: 'message',
  name: `${stage} ${messageId}`,
  reason: `Message ${messageId} died inside the broker before stage ${stage} had its effect.`,
})

export const leftOut = ({ id, name }: { id: number; name: string }, seconds: number): GaveUp => ({
  what: 'account',
  name: String(id),
  reason: `The clock no longer waits for ${name}, whose agent made no call for ${seconds} s of real time.`,
})

/** Logs that the day of real time has spent what the model may cost, if the clock is commanded. */
export async function recordAiLimit(tx: Tx, at: Date): Promise<void> {
  const [commanded] = await tx<{ realNow: Date }[]>`
    select clock_timestamp() as "realNow" from service_time as st where st.is_commanded and st.ceiling is not null`
  if (!commanded) return
  const realDay = eastern(commanded.realNow).day
  const reason = `The daily spending limit of the AI read (AI_DAILY_LIMIT_USD) is reached for ${realDay} of real time.`
  await recordGaveUp(tx, at, [{ what: 'ai_limit', name: realDay, reason }])
}

/** The limits that were reached on the session of an instant. */
export async function gaveUpOn(sql: Db, now: Date): Promise<{ name: string; reason: string }[]> {
  return await sql<{ name: string; reason: string }[]>`
    select e.data->>'name' as name, e.data->>'reason' as reason from events as e
    where e.kind = 'clock' and e.subject = ${GAVE_UP} and e.at between ${instantAt(eastern(now).day, '00:00')} and ${now}
    order by e.at, e.key limit ${FOUND_MAX}`
}
