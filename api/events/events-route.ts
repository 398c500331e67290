import { z } from 'zod'
import { Severity } from '../../shared/domain/contract/alert.ts'
import { EVENT_KINDS, EVENTS_KEPT_DAYS } from '../../shared/domain/contract/event.ts'
import { eventBounds, readEvents } from '../../shared/postgres/events/events.ts'
import { documentRoute } from '../cache/document-route.ts'
import { refuseParameter } from '../http/errors.ts'
import { queryInteger } from '../http/parameters.ts'
import { EventPage, EXAMPLE_EVENTS, emptyPage, eventPage, kindsNamed, severitiesFrom } from './events-document.ts'

const KINDS_RULE = `must be kinds separated by commas, of ${EVENT_KINDS.join(', ')}`
/** Room for every kind several times. */
const KINDS_CHARS_MAX = 400
const CURSOR_RULE = 'must be the id of an event: a whole number from 0'
const SEVERITY_RULE = 'must be critical, warning or info'
const ONE_WAY_RULE = 'must not be combined with after: a page has one direction'

const cursor = (description: string, example: number) =>
  z
    .string(CURSOR_RULE)
    .regex(/^\d{1,15}$/, CURSOR_RULE)
    .transform(Number)
    .optional()
    .meta({
      description,
      override: { type: 'integer', minimum: 0, maximum: 999_999_999_999_999, example },
    })

const Query = z.object({
  kinds: z
    .string(KINDS_RULE)
    .max(KINDS_CHARS_MAX, KINDS_RULE)
    .transform(kindsNamed)
    .optional()
    .meta({
      description: `kinds separated by commas, of ${EVENT_KINDS.join(', ')}; absent: all; an unknown one is 400 with the list`,
      example: 'alert,transition',
    }),
  severity: z.enum(Severity.options, SEVERITY_RULE).optional().meta({
    description: 'this severity and worse ones, without clears of alerts, which are information; absent: all',
    example: 'warning',
  }),
  after: cursor('only events with a larger id, oldest first: for a reader that follows the log', 1_840),
  before: cursor('only events with a smaller id, newest first: the next older page', 1_841),
  limit: queryInteger({ min: 1, max: 500, default: 50 }, 'maximum number of events'),
})

export const eventsRoutes = [
  documentRoute({
    path: '/api/v1/events/feed',
    class: 'public',
    tag: 'events',
    summary: 'The event log, newest first or after a cursor',
    description:
      'One append-only log of alerts, transitions, tripwires, news, source failures, late and missed slots, verdicts, ' +
      'picks, large changes of option chains and moves of the clock. Without a cursor the ' +
      'newest events, newest first; `next_before` leads to older ones. A follower starts with `after` and continues ' +
      'with `next_after`: ids grow in the order in which events become visible, no event appears below an id already ' +
      `read, and ids may have gaps. Events are stored for ${EVENTS_KEPT_DAYS} days. Their times may be out of order: ` +
      'news is logged when it is found. Back-filled cycles and replays of the past are not logged.',
    query: Query,
    response: EventPage,
    responseDescription: 'A page of events',
    example: eventPage(EXAMPLE_EVENTS, { oldest: 12, latest: 1_847 }, { limit: 50, filtered: false }),
    topics: ['events'],
    async load({ reader }, { query: { kinds, severity, after, before, limit } }) {
      if (kinds === null) throw refuseParameter('kinds', KINDS_RULE)
      if (after !== undefined && before !== undefined) throw refuseParameter('before', ONE_WAY_RULE)
      const severities = severity === undefined ? [] : severitiesFrom(severity)
      const filtered = kinds !== undefined || severity !== undefined
      const page = { after: after ?? null, before: before ?? null, kinds: kinds ?? [], severities, limit: limit + 1 }
      const value = await reader.read(async (sql) => {
        // The bounds first: an event logged in between is on the page, or after its cursor.
        const bounds = await eventBounds(sql)
        return eventPage(await readEvents(sql, page), bounds, { after, before, limit, filtered })
      })
      return { value }
    },
    empty: (reason, _context, { query: { after } }) => emptyPage(reason, after ?? null),
  }),
]
