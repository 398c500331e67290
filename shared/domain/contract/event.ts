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
] as const
export const EventKind = z.enum(EVENT_KINDS)
export type EventKind = z.infer<typeof EventKind>

/** As long as the market snapshots the events refer to; older events are deleted. */
export const EVENTS_KEPT_DAYS = 400

/** One row of the event log, in the shape used by lists, streams and deliveries alike. */
export const LoggedEvent = z
  .object({
    id: z
      .int()
      .describe('number in the log: greater is later, and no event ever appears below a number already served'),
    kind: EventKind.describe('kind of event'),
    subject: z
      .string()
      .describe('what it is about: an alert kind, a signal key, a tripwire, a source or a kind of slot'),
    severity: Severity.describe('critical, warning or info'),
    title: z.string().describe('one sentence'),
    at: z.iso.datetime({ offset: true }).describe('when it happened, Eastern offset'),
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
