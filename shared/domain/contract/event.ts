import { z } from 'zod'
import { Origin } from '../market/observation.ts'
import { Severity } from './alert.ts'

/** Kinds are stored with every event; they are never reused or renamed. */
export const EVENT_KINDS = [
  /** An alert fired or cleared. */
  'alert',
  /** The regime, its intraday reading, the fragility rating or the level of a signal changed. */
  'transition',
  /** A tripwire changed its state. */
  'tripwire',
  'news',
  /** A source failed, fell back to its last good value, or recovered. */
  'source_failure',
  /** Slots were missed, or one was caught up late. */
  'slot',
  /** A verdict of the AI read was written. */
  'verdict',
  /** A pick of the screener was locked, entered, or ended. */
  'pick',
  /** The volume of an option contract grew by a million dollars or more from one chain to the next. */
  'flow',
  /** The clock stepped, or the log continues in a restored database. */
  'clock',
] as const
/** Kinds on the log of an account. */
export const ACCOUNT_LOG_KINDS = ['fill', 'settlement', 'call', 'corporate_action', 'account'] as const

export const EventKind = z.enum([...EVENT_KINDS, ...ACCOUNT_LOG_KINDS])
export type EventKind = z.infer<typeof EventKind>

/** As long as the market snapshots the events refer to; older events are deleted. */
export const EVENTS_KEPT_DAYS = 400

/** One row of the event log, in the shape used by lists, streams and deliveries alike. */
export const LoggedEvent = z
  .object({
    id: z
      .int()
      .describe('number in the log: greater is later, and no event ever appears below a number already served'),
    prev_id: z.int().nullable().describe('id of the event before it in the log; null for the first'),
    hash: z
      .string()
      .describe(
        'SHA-256 in hex of the hash of the event before it (64 zeros before the first), a line feed, and this event as ' +
          'JSON by RFC 8785 without `hash` and `prev_id_in_filter`',
      ),
    kind: EventKind.describe('kind of event'),
    subject: z
      .string()
      .describe('what it is about: an alert kind, a signal key, a tripwire, a source, a kind of slot, an instrument'),
    severity: Severity.describe('critical, warning or info'),
    title: z.string().describe('one sentence'),
    at: z.iso.datetime({ offset: true }).describe('when it happened, Eastern offset'),
    recorded_at: z.iso.datetime({ offset: true }).describe('when the service recorded it, Eastern offset'),
    data: z.record(z.string(), z.json()).describe('facts that belong to its kind'),
    cycle_id: z.string().nullable().describe('cycle that detected it; null if none did'),
    origin: Origin.describe('scheduled: detected live; backfill: found later by running past slots'),
  })
  .meta({ id: 'Event', description: 'One row of the event log' })
export type LoggedEvent = z.infer<typeof LoggedEvent>

/** An event to log; `key` is derived from what happened, so that nothing is logged twice. */
export interface NewEvent {
  key: string
  kind: EventKind
  subject: string
  severity: Severity
  title: string
  at: Date
  data: LoggedEvent['data']
  cycleId: string | null
  origin: Origin
}
