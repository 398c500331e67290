import { z } from 'zod'
import { readStageDepths } from '../../shared/postgres/messaging/stage-depths.ts'
import { liveWorkers } from '../../shared/postgres/messaging/stage-workers.ts'
import { traceSteps } from '../../shared/postgres/messaging/traces.ts'
import { eastern, easternExact, instantAt } from '../../shared/time/eastern.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import { JSON_TYPE } from '../cache/document-route.ts'
import { readNow } from '../database/service-time.ts'
import { refuseMissing } from '../http/errors.ts'
import { handlerRoute } from '../http/route.ts'
import { readExample } from '../openapi/read-example.ts'
import { Pipeline, slotRow, stageRows } from './pipeline-document.ts'
import { minuteSlotsBetween, slotsBetween, tracedCycles } from './pipeline-view.ts'
import { sourceDays } from './source-trends-view.ts'

const HEAT_DAYS = 30
const TRACES_SHOWN = 20

const TraceSteps = z
  .object({
    trace_id: z.string().describe('the trace'),
    steps: z
      .array(
        z.object({
          step: z.string().describe('slot, source run, cutoff, signals, daily row, report or document'),
          name: z.string().describe('what it was'),
          at: z.iso.datetime({ offset: true }).nullable().describe('when, Eastern offset; null: not recorded'),
          outcome: z.string().describe('how it ended'),
          requests: z.int().nullable().describe('requests to a vendor; null: not a source run'),
          ms: z.int().nullable().describe('milliseconds of those requests; null: not a source run'),
        }),
      )
      .describe('in the order of the work'),
  })
  .meta({ id: 'TraceSteps', description: 'How a document came about, back to the source runs' })

const internal = { class: 'internal', tag: 'operations', method: 'GET' } as const

export const pipelineRoutes = [
  handlerRoute({
    ...internal,
    path: '/api/v1/internal/pipeline',
    summary: 'The pipeline as operators see it',
    description:
      'Stages with their queues, workers and dead letters, the slots of the day, the runs of each source in the last ' +
      '30 days, and the newest traces. The page /ops draws it.',
    response: {
      status: 200,
      description: 'The pipeline',
      contentType: JSON_TYPE,
      schema: Pipeline,
      example: readExample<z.input<typeof Pipeline>>(import.meta.url, './pipeline-example.json'),
    },
    async handle(context): Promise<z.input<typeof Pipeline>> {
      const now = await readNow(context)
      const { day } = eastern(now)
      const [from, to] = [instantAt(day, '00:00'), instantAt(addDays(day, 1), '00:00')]
      return await context.reader.read(async (sql) => {
        const [seen, live, slots, minutes, heat, traces] = await Promise.all([
          readStageDepths(sql),
          liveWorkers(sql),
          slotsBetween(sql, from, to),
          minuteSlotsBetween(sql, from, to),
          sourceDays(sql, { from: addDays(day, 1 - HEAT_DAYS), to: day }),
          tracedCycles(sql, TRACES_SHOWN),
        ])
        const bySource = Map.groupBy(heat.days, ({ source }) => source)
        return {
          as_of: easternExact(now),
          seen_seconds_ago: seen.length === 0 ? null : Math.min(...seen.map(({ seenSecondsAgo }) => seenSecondsAgo)),
          stages: stageRows(seen, live),
          day,
          slots: slots.map(slotRow),
          minutes,
          source_days: [...bySource].map(([source, days]) => ({
            source,
            days: days.map(({ source: _, ...counts }) => counts),
          })),
          traces: traces.map(({ cycle, state, traceId }) => ({ cycle, state, trace_id: traceId })),
        }
      })
    },
  }),
  handlerRoute({
    ...internal,
    path: '/api/v1/internal/traces/:trace_id',
    summary: 'The steps of a trace',
    description: 'What happened from a slot to the served document, as recorded in rows; at most 200 steps.',
    errors: ['not_found'],
    params: z.object({
      trace_id: z
        .string()
        .regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits')
        .meta({ description: 'id of a trace', example: '4bf92f3577b34da6a3ce929d0e0e4736' }),
    }),
    response: {
      status: 200,
      description: 'The steps',
      contentType: JSON_TYPE,
      schema: TraceSteps,
      example: {
        trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
        steps: [
          {
            step: 'source run',
            name: 'market',
            at: '2026-11-20T10:20:03.120-05:00',
            outcome: 'ok',
            requests: 4,
            ms: 212,
          },
        ],
      },
    },
    async handle({ reader }, { params: { trace_id: id } }): Promise<z.input<typeof TraceSteps>> {
      const steps = await reader.read((sql) => traceSteps(sql, [id]))
      if (steps.length === 0)
        throw refuseMissing(
          'There is no such trace, or its steps are no longer kept.',
          'GET /api/v1/internal/pipeline names the traces of the newest cycles.',
        )
      return {
        trace_id: id,
        steps: steps.map(({ traceId: _, at, ...step }) => ({ ...step, at: at && easternExact(at) })),
      }
    },
  }),
]
