import { z } from 'zod'
import { Origin } from '../market/observation.ts'
import { Severity } from './alert.ts'

/** Stored with every event; never reused, never renamed. */
export const EVENT_KINDS = [
  /** An alert fired or cleared. */
  'alert',
  /** The regime, its intraday reading, the fragility rating or a level of a signal became another one. */
  'transition',
  /** A tripwire changed its state. */
  'tripwire',
  'news',
  /** A source failed, fell back to its last good value, or delivers again. */
  'source_failure',
  /** Slots were missed, or one was caught up late. */
  'slot',
] as const
export const EventKind = z.enum(EVENT_KINDS)
export type EventKind = z.infer<typeof EventKind>

/** As long as the snapshots the events are about; what is older is forgotten. */
export const EVENTS_KEPT_DAYS = 400

/** The log's one row shape: whoever streams, delivers or lists reads the same. */
export const LoggedEvent = z
  .object({
    id: z.int().describe('number in the log: greater is later, and nothing ever appears below one that was seen'),
    kind: EventKind.describe('what sort of thing happened'),
    subject: z.string().describe('what it is about: an alert kind, a signal key, a wire, a source, a kind of slot'),
    severity: Severity.describe('critical, warning or info'),
    title: z.string().describe('one sentence'),
    at: z.iso.datetime({ offset: true }).describe('when it happened, Eastern offset'),
    data: z.record(z.string(), z.json()).describe('the facts of its kind'),
    cycle_id: z.string().nullable().describe('the cycle that brought it to light; null where none did'),
    origin: Origin.describe('backfill: found by running past slots, when nobody was watching'),
  })
  .meta({ id: 'Event', description: 'One row of the event log' })
export type LoggedEvent = z.infer<typeof LoggedEvent>

/** What a writer gives; `key` is a function of what happened, so that nothing is logged twice. */
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
