import { OPERATORS_LOG, PUBLIC_LOG } from '../../shared/postgres/events/events.ts'
import { documentRoute, JSON_TYPE } from '../cache/document-route.ts'
import { handlerRoute } from '../http/route.ts'
import { EXAMPLE_LOG_PAGE, emptyLogPage, LogPage, LogQuery, readLogPage } from './log-document.ts'

const HOW =
  'Ids grow; each event names the one before it (`prev_id`) and carries a rolling `hash`, so a reader can prove that ' +
  'it has missed nothing. Continue with `next_after`. An id of the future is 400; when events after the id were ' +
  'deleted already, 410 names the oldest id and the snapshot from which to go on.'

const PUBLIC_EVENTS = { log: PUBLIC_LOG, snapshot: '/api/v1/signals/latest' }

export const logRoutes = [
  documentRoute({
    path: '/api/v1/events',
    class: 'public',
    tag: 'events',
    summary: 'The public event log after an id',
    description: `The log that the stream, the feed and webhooks read. ${HOW}`,
    query: LogQuery,
    errors: ['event_gone'],
    response: LogPage,
    responseDescription: 'Events, oldest first',
    example: EXAMPLE_LOG_PAGE,
    topics: ['events'],
    load: async ({ reader }, { query }) => ({
      value: await reader.read((sql) => readLogPage(sql, PUBLIC_EVENTS, query)),
    }),
    empty: (reason, _context, { query: { after } }) => emptyLogPage(reason, after),
  }),
  handlerRoute({
    method: 'GET',
    path: '/api/v1/internal/events',
    class: 'internal',
    tag: 'operations',
    summary: 'The operators’ event log after an id',
    description: `Events for operators only: webhooks that were disabled, work that was redriven. ${HOW}`,
    query: LogQuery,
    errors: ['event_gone'],
    response: {
      status: 200,
      description: 'Events, oldest first',
      contentType: JSON_TYPE,
      schema: LogPage,
      example: { ...EXAMPLE_LOG_PAGE, events: [] },
    },
    handle: ({ reader }, { query }) =>
      reader.read((sql) => readLogPage(sql, { log: OPERATORS_LOG, snapshot: '/api/v1/status' }, query)),
  }),
]
