import { z } from 'zod'
import { easternExact } from '../../shared/time/eastern.ts'
import { documentRoute } from '../cache/document-route.ts'
import { readNow } from '../database/service-time.ts'
import { refuse, refuseMissing } from '../http/errors.ts'
import { readExample } from '../openapi/read-example.ts'
import { Lineage } from './lineage-document.ts'
import type { Step } from './lineage-nodes.ts'
import { DEFAULT_PATH, figureAt, KNOWN_PATHS } from './lineage-paths.ts'
import { traceEvent, traceFigure } from './trace-figure.ts'

const PATH_CHARS_MAX = 100
const PATH_RULE = 'must be a route and a field that can be explained, see details.known'
const EVENT_RULE = 'must be the id of an event: a whole number from 1'

const Query = z.object({
  path: z
    .string(PATH_RULE)
    .max(PATH_CHARS_MAX, PATH_RULE)
    .optional()
    .meta({
      description:
        'route and field of the figure, such as signals/latest.regime, signals/latest.score_components.vix, ' +
        `alerts/active.VIX_PANIC or ai2/verdict.risk; absent: ${DEFAULT_PATH}; any other is 400 with the list in ` +
        'details.known',
      example: DEFAULT_PATH,
    }),
  event: z
    .string(EVENT_RULE)
    .regex(/^[1-9]\d{0,14}$/, EVENT_RULE)
    .transform(Number)
    .optional()
    .meta({
      description: 'id of an event of the public log, in place of a path; an unknown one is 404',
      override: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999, examples: [1_847] },
    }),
})
type Wanted = z.output<typeof Query>

const aged =
  (now: Date) =>
  ({ knownAt, ...step }: Step): Lineage['nodes'][number] => ({
    ...step,
    known_at: knownAt && easternExact(knownAt),
    age_seconds: knownAt && Math.max(0, Math.round((now.getTime() - knownAt.getTime()) / 1000)),
  })

const refusePath = (rule: string) =>
  refuse('invalid_parameter', { fields: ['path'], known: [...KNOWN_PATHS] }, `path: ${rule}`)

/** The wanted figure under its name; null for an event. */
function figureOf({ path, event }: Wanted) {
  if (event !== undefined && path !== undefined) throw refusePath('must not be combined with event')
  if (event !== undefined) return null
  const name = path ?? DEFAULT_PATH
  const figure = figureAt(name)
  if (!figure) throw refusePath(PATH_RULE)
  return { name, figure }
}

export const lineageRoutes = [
  documentRoute({
    path: '/api/v1/lineage',
    class: 'public',
    tag: 'explain',
    summary: 'Why a figure is what it is',
    description:
      'From a served figure, an alert, a verdict or an event, step by step to components, versions of rules, ' +
      'observations with their revision and the runs of sources, each with its age. Where a value has been corrected ' +
      'since, the value that was read then is shown with its later correction. Runs of sources are stored for 30 ' +
      'days, so an older observation has none.',
    query: Query,
    errors: ['not_found'],
    response: Lineage,
    responseDescription: 'The steps, or the reason why there are none',
    example: readExample(import.meta.url, './lineage-example.json'),
    topics: ['signals', 'alerts', 'ai', 'events', 'sources'],
    async load(context, { query }) {
      const wanted = figureOf(query)
      const now = await readNow(context)
      const traced = await context.reader.read((sql) =>
        wanted ? traceFigure(sql, wanted.figure, wanted.name, now) : traceEvent(sql, query.event!),
      )
      if (traced === null)
        throw refuseMissing('There is no such event.', 'GET /api/v1/events lists the events with their ids.')
      const nodes = typeof traced === 'string' ? [] : traced.map(aged(now))
      const reason = typeof traced === 'string' ? traced : null
      const named = { path: wanted?.name ?? null, event: query.event ?? null }
      return { value: { ...named, at: easternExact(now), nodes, reason } satisfies Lineage }
    },
    empty: (reason, _context, { query }): Lineage => ({
      path: query.event === undefined ? (query.path ?? DEFAULT_PATH) : null,
      event: query.event ?? null,
      at: null,
      nodes: [],
      reason,
    }),
  }),
]
