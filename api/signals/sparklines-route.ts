import { z } from 'zod'
import type { DailyMetric } from '../../shared/domain/contract/metrics.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { documentRoute } from '../cache/document-route.ts'
import { refuseParameter } from '../http/errors.ts'
import { readExample } from '../openapi/read-example.ts'
import { CATALOGUE, METRICS, MetricEntry, metricsNamed } from './metric-catalogue.ts'
import type { HistoryEntry } from './signals-history-row.ts'
import { type HistoryRow, newestSessions } from './signals-history-view.ts'

const EXAMPLE_SESSIONS = readExample<HistoryEntry[]>(import.meta.url, './signals-history-example.json')

const PERIOD = { min: 2, max: 365, default: 30 }
const PERIOD_RULE = `must be ${PERIOD.min} to ${PERIOD.max} sessions, such as 30d or 90`
const METRICS_RULE = 'must be metric names separated by commas'
const UNKNOWN_RULE = 'must be names or aliases of details.metrics'
/** Room for every name of the catalogue several times. */
const METRICS_CHARS_MAX = 1_000

const Query = z.object({
  period: z
    .string(PERIOD_RULE)
    .regex(/^\d{1,3}d?$/, PERIOD_RULE)
    .transform((text) => Number.parseInt(text, 10))
    .refine((sessions) => sessions >= PERIOD.min && sessions <= PERIOD.max, PERIOD_RULE)
    .default(PERIOD.default)
    .meta({
      description: 'number of the newest sessions, 2 to 365, with or without a d',
      override: { type: 'string', pattern: '^[0-9]{1,3}d?$', default: `${PERIOD.default}d` },
    }),
  metrics: z.string(METRICS_RULE).max(METRICS_CHARS_MAX, METRICS_RULE).transform(metricsNamed).meta({
    description: 'names or aliases separated by commas; an unknown one is 400 with the catalogue in details.metrics',
    example: 'health_score,vix',
  }),
})

const Point = z.object({
  ts: z.iso.datetime({ offset: true }).describe('cutoff of the session’s daily row, Eastern offset'),
  value: z.number().describe('the value in the unit of its metric'),
})

const Sparklines = z.object({
  period_sessions: z.int().describe('requested sessions'),
  sessions: z.int().describe('returned sessions'),
  metrics: z
    .array(
      MetricEntry.extend({
        n: z.int().describe('points of the series; sessions without a reading have none'),
        note: z.string().nullable().describe('the sessions left out on purpose, and why; null if there are none'),
      }).meta({ id: 'SparklineMetric', description: 'A requested metric' }),
    )
    .describe('the requested metrics in the order of the catalogue, each once'),
  series: z.record(z.string(), z.array(Point)).describe('points by metric name, oldest first'),
  reason: z.string().nullable().describe('why there is no point at all; null otherwise'),
})

const NO_SESSION = 'no session has been computed yet'
const NO_READING = 'no session of the period has a reading of these metrics'

type Row = HistoryRow | HistoryEntry

/** Dealer gamma comes from two series of different scale; a line has only points of the newest one. */
function ofOneSeries(metric: DailyMetric, rows: readonly Row[]): { rows: readonly Row[]; note: string | null } {
  if (metric !== 'gex') return { rows, note: null }
  const read = rows.filter(({ gex }) => gex !== null)
  const newest = read.at(-1)?.gex_series
  const own = read.filter(({ gex_series }) => gex_series === newest)
  const others = read.length - own.length
  const note = `points of ${newest} only: ${others} earlier sessions come from another series with another scale`
  return { rows: own, note: others === 0 ? null : note }
}

function sparklines(
  period: number,
  wanted: readonly string[],
  rows: readonly Row[],
  reason: string | null = rows.length === 0 ? NO_SESSION : null,
): z.infer<typeof Sparklines> {
  const lines = METRICS.filter(({ metric }) => wanted.includes(metric)).map((metric) => {
    const { rows: own, note } = ofOneSeries(metric.metric, rows)
    const points = own.flatMap((row) => {
      const value = metric.read(row as HistoryRow)
      const ts = typeof row.as_of === 'string' ? row.as_of : easternExact(row.as_of)
      return value === null ? [] : [{ ts, value }]
    })
    return { metric, points, note }
  })
  const empty = lines.every(({ points }) => points.length === 0)
  return {
    period_sessions: period,
    sessions: rows.length,
    metrics: lines.map(({ metric: { read: _read, aliases, ...rest }, points, note }) => ({
      ...rest,
      aliases: [...aliases],
      n: points.length,
      note,
    })),
    series: Object.fromEntries(lines.map(({ metric, points }) => [metric.metric, points])),
    reason: reason ?? (empty ? NO_READING : null),
  }
}

export const signalsSparklinesRoutes = [
  documentRoute({
    path: '/api/v1/signals/sparklines',
    rate: 'costly',
    class: 'public',
    tag: 'signals',
    summary: 'Short series for charts',
    description:
      'Daily values of the chosen metrics over the newest sessions, oldest first. A session without a reading has no ' +
      'point. A value that was not published that day is the one that still stood that evening: `signals/history` ' +
      'has its day in `value_days`.',
    query: Query,
    help: { metrics: { metrics: CATALOGUE } },
    response: Sparklines,
    responseDescription: 'The series',
    example: sparklines(PERIOD.default, ['health_score', 'vix_close'], EXAMPLE_SESSIONS),
    topics: ['signals'],
    async load({ reader }, { query: { period, metrics } }) {
      if (metrics === null) throw refuseParameter('metrics', UNKNOWN_RULE)
      const rows = await reader.read((sql) => newestSessions(sql, period))
      return { value: sparklines(period, metrics, rows) }
    },
    empty: (reason, _context, { query: { period, metrics } }) => sparklines(period, metrics ?? [], [], reason),
  }),
]
