import { z } from 'zod'
import type { MetricReading } from '../../domain/contract/custom-alert.ts'
import { DAILY_METRICS } from '../../domain/contract/metrics.ts'
import { InputReading } from '../../domain/contract/signals.ts'
import { hoursOn } from '../../time/calendar.ts'
import { type TradingDay, tradingDay } from '../../time/trading-day.ts'
import type { Db } from '../server/db.ts'
import { type CycleRun, cycleDocument } from '../signals/cycle-documents.ts'
import { newestSnapshotKey } from '../signals/snapshots.ts'

const METRICS_KEY = 'metrics/latest'
/** A value without an instant is that of its session's close, or of the evening of a day without a session. */
export const observedOn = (day: TradingDay): Date => hoursOn(day).close

const Metric = z.object({
  metric: z.string(),
  value: z.number().nullable(),
  time: z.string().nullable(),
  reason: z.string().nullish(),
  known_at: z.string().nullish(),
  source: z.string().nullish(),
  quality: z.string().nullish(),
})
type Metric = z.infer<typeof Metric>
const Catalogue = z.object({ metrics: z.array(Metric) })

const ENGINE = 'engine'

/** The observation behind a metric; its series is named as the metric is. */
function inputOf({ metric, value, time, known_at: knownAt, source, quality }: Metric): Pick<MetricReading, 'input'> {
  const input = InputReading.safeParse({ series: metric, value, for: time, known_at: knownAt, source, quality })
  return input.success && source !== ENGINE ? { input: input.data } : {}
}

function readingOf(metric: Metric, at: Date): MetricReading {
  const { value, time, reason } = metric
  const observedAt = time === null ? at : time.length === 10 ? observedOn(tradingDay(time)) : new Date(time)
  // The close of a session that is still open lies in the future and is not an observation yet.
  return { value, observedAt: observedAt > at ? at : observedAt, reason: reason ?? null, ...inputOf(metric) }
}

/** Readings of every metric in a run of a cycle; null when the run has no catalogue. */
export async function metricsOfCycle(
  sql: Db,
  cycle: CycleRun,
  at: Date,
): Promise<ReadonlyMap<string, MetricReading> | null> {
  const document = await cycleDocument(sql, cycle, METRICS_KEY)
  const parsed = document && Catalogue.safeParse(JSON.parse(document.body))
  return parsed?.success ? new Map(parsed.data.metrics.map((one) => [one.metric, readingOf(one, at)])) : null
}

/** Readings of every metric in the newest cycle; null before the first, and when it has no catalogue. */
export async function newestMetrics(
  sql: Db,
): Promise<{ at: Date; metrics: ReadonlyMap<string, MetricReading> } | null> {
  const newest = await newestSnapshotKey(sql)
  if (!newest) return null
  const [snapshot] = await sql<{ at: Date }[]>`
    select s.as_of as at from signal_snapshots as s where s.cycle_id = ${newest.cycleId} and s.run = ${newest.run}`
  const metrics = snapshot ? await metricsOfCycle(sql, newest, snapshot.at) : null
  return snapshot && metrics ? { at: snapshot.at, metrics } : null
}

export interface PastReading {
  at: Date
  reading: MetricReading
}

/** Readings of a metric in the newest run of each cycle from an instant on, oldest first. */
export async function readingsOfCycles(sql: Db, metric: string, from: Date, limit: number): Promise<PastReading[]> {
  const rows = await sql<{ at: Date; found: unknown }[]>`
    select distinct on (s.as_of) s.as_of as at,
      jsonb_path_query_first(d.document::jsonb, '$.metrics[*] ? (@.metric == $name)',
        jsonb_build_object('name', ${metric}::text)) as found
    from signal_snapshots as s
    join cycle_documents as d on d.cycle_id = s.cycle_id and d.run = s.run and d.key = ${METRICS_KEY}
    where s.as_of >= ${from} order by s.as_of, s.run desc limit ${limit}`
  return rows.flatMap(({ at, found }) => {
    const parsed = Metric.safeParse(found)
    return parsed.success ? [{ at, reading: readingOf(parsed.data, at) }] : []
  })
}

/** Readings of a metric of the daily row at the closes of sessions in [from, before), oldest first. */
export async function readingsOfDays(sql: Db, metric: string, from: Date, before: Date): Promise<PastReading[]> {
  if (!DAILY_METRICS.some((daily) => daily.metric === metric)) return []
  const rows = await sql<{ at: Date; value: number | null }[]>`
    select d.as_of as at, d.${sql(metric)}::float8 as value from signals_daily as d
    where d.as_of >= ${from} and d.as_of < ${before} order by d.trade_date limit 2000`
  return rows.map(({ at, value }) => ({
    at,
    reading: { value, observedAt: at, reason: value === null ? 'the daily row has no value' : null },
  }))
}

/** Closes of SPY from the session of an instant on, oldest first. */
export async function spyCloses(sql: Db, from: Date): Promise<{ day: string; close: number | null }[]> {
  return await sql<{ day: string; close: number | null }[]>`
    select d.trade_date::text as day, d.spy_close::float8 as close from signals_daily as d
    where d.as_of >= ${from} order by d.trade_date limit 2000`
}
