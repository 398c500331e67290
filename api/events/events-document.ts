import { z } from 'zod'
import { SEVERITIES, type Severity } from '../../shared/domain/contract/alert.ts'
import { EVENT_KINDS, EVENTS_KEPT_DAYS, type EventKind, LoggedEvent } from '../../shared/domain/contract/event.ts'
import { readExample } from '../openapi/read-example.ts'

export const EventPage = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    events: z
      .array(LoggedEvent)
      .describe('oldest first with `after`, else newest first; the newest event is the one logged last'),
    count: z.int().describe('events of this page'),
    next_after: z
      .int()
      .nullable()
      .describe('cursor for newer events; null on a page of `before`, or before the first event'),
    next_before: z.int().nullable().describe('cursor of the next older page; null if there is none'),
    has_more: z.boolean().describe('more requested events follow in the direction of this page'),
    latest_id: z
      .int()
      .nullable()
      .describe('the newest id of the whole log; null while the log is empty or unavailable'),
    oldest_id: z
      .int()
      .nullable()
      .describe('the oldest id still kept: a reader with a lower cursor may have missed deleted events'),
    retention_days: z.int().describe('days for which an event is stored'),
    reason: z.string().nullable().describe('why there is no event; null otherwise'),
  })
  .meta({ id: 'EventPage', description: 'A page of the event log' })
export type EventPage = z.infer<typeof EventPage>

const SCHEMA_VERSION = '2026.11'
const BEYOND = 'the cursor lies beyond the newest event: continue from latest_id'

export const emptyPage = (reason: string, cursor: number | null): EventPage => ({
  schema_version: SCHEMA_VERSION,
  events: [],
  count: 0,
  next_after: cursor,
  next_before: null,
  has_more: false,
  latest_id: null,
  oldest_id: null,
  retention_days: EVENTS_KEPT_DAYS,
  reason,
})

interface PageRequest {
  after?: number | undefined
  before?: number | undefined
  limit: number
  filtered: boolean
}

/** `found` may have one event more than the limit, which means that there are more; `bounds` were read before it. */
export function eventPage(
  found: readonly LoggedEvent[],
  bounds: { oldest: number; latest: number } | null,
  { after, before, limit, filtered }: PageRequest,
): EventPage {
  const events = found.slice(0, limit)
  const hasMore = found.length > limit
  const last = events.at(-1)?.id ?? null
  const newest = Math.max(bounds?.latest ?? 0, ...events.map(({ id }) => id))
  return {
    ...emptyPage('', null),
    events,
    count: events.length,
    // A page that is not full reaches to the newest id, even if a filter left the newest events out.
    next_after: after !== undefined && hasMore ? last : before === undefined && newest > 0 ? newest : null,
    next_before: after === undefined && hasMore ? last : null,
    has_more: hasMore,
    latest_id: newest > 0 ? newest : null,
    oldest_id: bounds?.oldest ?? null,
    reason: events.length > 0 ? null : whyEmpty(bounds, { after, before, limit, filtered }),
  }
}

function whyEmpty(bounds: { latest: number } | null, { after, before, filtered }: PageRequest): string {
  if (bounds === null) return 'nothing has happened since the log began'
  if (after !== undefined && after > bounds.latest) return BEYOND
  const what = filtered ? 'no requested event' : 'no event'
  if (after !== undefined) return `${what} after this id yet`
  return before === undefined ? `${what} is in the log` : `${what} before this id`
}

/** The kinds in the order of the vocabulary, each once; null if one is unknown. */
export function kindsNamed(text: string): EventKind[] | null {
  const names = new Set(text.split(',').map((name) => name.trim()))
  const known = EVENT_KINDS.filter((kind) => names.has(kind))
  return known.length === names.size ? known : null
}

/** This severity and all worse ones. */
export const severitiesFrom = (least: Severity): Severity[] => SEVERITIES.slice(0, SEVERITIES.indexOf(least) + 1)

export const EXAMPLE_EVENTS = readExample<readonly LoggedEvent[]>(import.meta.url, './events-example.json')
