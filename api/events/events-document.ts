import { z } from 'zod'
import { SEVERITIES, type Severity } from '../../shared/domain/contract/alert.ts'
import { EVENT_KINDS, EVENTS_KEPT_DAYS, type EventKind, LoggedEvent } from '../../shared/domain/contract/event.ts'

export const EventPage = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    events: z
      .array(LoggedEvent)
      .describe('oldest first with `after`, else newest first; the newest is the one logged last'),
    count: z.int().describe('events of this page'),
    next_after: z
      .int()
      .nullable()
      .describe('cursor to go on from towards newer events; null on a page of `before`, or before the first event'),
    next_before: z.int().nullable().describe('cursor of the next older page; null when there is none'),
    has_more: z.boolean().describe('more events of what was asked lie in the direction of this page'),
    latest_id: z.int().nullable().describe('the newest id of the whole log; null while it is empty or cannot be asked'),
    oldest_id: z
      .int()
      .nullable()
      .describe('the oldest id still kept: a cursor below it may have missed what retention took'),
    retention_days: z.int().describe('days an event is kept'),
    reason: z.string().nullable().describe('why there is no event; null while there is one'),
  })
  .meta({ id: 'EventPage', description: 'A page of the event log' })
export type EventPage = z.infer<typeof EventPage>

const SCHEMA_VERSION = '2026.11'
const BEYOND = 'the cursor lies beyond the newest event: go on from latest_id'

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

interface Asked {
  after?: number | undefined
  before?: number | undefined
  limit: number
  filtered: boolean
}

/** `found` may hold one more than the limit, which says that there is more; `bounds` were read before it. */
export function eventPage(
  found: readonly LoggedEvent[],
  bounds: { oldest: number; latest: number } | null,
  { after, before, limit, filtered }: Asked,
): EventPage {
  const events = found.slice(0, limit)
  const hasMore = found.length > limit
  const last = events.at(-1)?.id ?? null
  const newest = Math.max(bounds?.latest ?? 0, ...events.map(({ id }) => id))
  return {
    ...emptyPage('', null),
    events,
    count: events.length,
    // Not full: whatever was asked for up to the newest id is here, also where a filter left the newest ones out.
    next_after: after !== undefined && hasMore ? last : before === undefined && newest > 0 ? newest : null,
    next_before: after === undefined && hasMore ? last : null,
    has_more: hasMore,
    latest_id: newest > 0 ? newest : null,
    oldest_id: bounds?.oldest ?? null,
    reason: events.length > 0 ? null : whyEmpty(bounds, { after, before, limit, filtered }),
  }
}

function whyEmpty(bounds: { latest: number } | null, { after, before, filtered }: Asked): string {
  if (bounds === null) return 'nothing has happened since the log began'
  if (after !== undefined && after > bounds.latest) return BEYOND
  const what = filtered ? 'no event of what was asked for' : 'no event'
  if (after !== undefined) return `${what} after this id yet`
  return before === undefined ? `${what} is in the log` : `${what} before this id`
}

/** In the order of the vocabulary, each once; null when one is unknown. */
export function kindsNamed(text: string): EventKind[] | null {
  const names = new Set(text.split(',').map((name) => name.trim()))
  const known = EVENT_KINDS.filter((kind) => names.has(kind))
  return known.length === names.size ? known : null
}

/** That severity and all worse ones. */
export const severitiesFrom = (least: Severity): Severity[] => SEVERITIES.slice(0, SEVERITIES.indexOf(least) + 1)

export const EXAMPLE_EVENTS: readonly LoggedEvent[] = [
  {
    id: 1847,
    kind: 'alert',
    subject: 'VIX_PANIC',
    severity: 'critical',
    title: 'VIX 31.40, at or above 30 (+13.10 in 5 sessions; quoted 2026-11-20 10:15 ET). Clears when at or below 25.',
    at: '2026-11-20T10:30:11-05:00',
    data: { type: 'fired', episode: 'VIX_PANIC/2026-11-20T10:15:00-05:00' },
    cycle_id: '2026-11-20T10:30',
    origin: 'scheduled',
  },
  {
    id: 1846,
    kind: 'transition',
    subject: 'vix',
    severity: 'warning',
    title: 'VIX went from caution to adverse.',
    at: '2026-11-20T10:30:11-05:00',
    data: {
      from: 'caution',
      to: 'adverse',
      since: '2026-11-20T09:45:09-05:00',
      direction: 'worse',
      cause: 'Stressed volatility: VIX 31.40 (99th percentile of its own history; quoted 2026-11-20 10:15 ET).',
      rules_version: '2026.11-2',
    },
    cycle_id: '2026-11-20T10:30',
    origin: 'scheduled',
  },
  {
    id: 1841,
    kind: 'source_failure',
    subject: 'fred',
    severity: 'info',
    title: 'Source fred does not deliver: its last good value stands in.',
    at: '2026-11-20T10:00:04-05:00',
    data: { from: 'delivering', to: 'degraded', since: '2026-11-19T17:15:02-05:00', error: 'status 503' },
    cycle_id: null,
    origin: 'scheduled',
  },
]
