import type { EngineMetricHistory, SessionTable } from '../../shared/domain/contract/condition.ts'
import type { DailyMetric } from '../../shared/domain/contract/metrics.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'
import { combineKnown } from '../inputs/combine-days.ts'
import { type Evening, eveningOf, knownThen, WEEKLY_AGE_DAYS } from '../inputs/known-then.ts'
import type { SeriesPoint } from '../inputs/market-inputs.ts'
import { shown } from '../maths/shown.ts'
import { type EveningInputs, eveningHead } from '../risk/evening.ts'
import type { StateHistory } from '../risk/state-history.ts'

/** A government shutdown stops publication for weeks, and the last report stays in use: in 2025 for 57 days. */
const SHUTDOWN_AGE_DAYS = 60

type Series = EveningInputs['series']

interface TableMetric {
  metric: DailyMetric
  series: readonly [SeriesId, ...SeriesId[]]
  /** Set for a series whose values may be read longer than those of a daily series. */
  ageDays?: number
  points(series: Series): readonly SeriesPoint[]
}

const plain = (metric: DailyMetric, id: SeriesId, ageDays?: number): TableMetric => ({
  metric,
  series: [id],
  points: (series) => series[id] ?? [],
  ...(ageDays === undefined ? {} : { ageDays }),
})

/** Metrics computed from series alone, so that their history is as long as the series'. */
const METRICS: readonly TableMetric[] = [
  plain('spy_close', 'spy_close'),
  plain('vix_close', 'vix_close'),
  {
    metric: 'vix_term',
    series: ['vix3m_close', 'vix_close'],
    points: (series) => combineKnown(series.vix_close ?? [], series.vix3m_close ?? [], (near, far) => near / far),
  },
  plain('skew', 'skew_close'),
  plain('dix', 'dix'),
  plain('hy_oas', 'hy_oas'),
  plain('yield_curve', 't10y2y'),
  plain('dollar', 'dtwexbgs', WEEKLY_AGE_DAYS),
  plain('oil', 'wti', WEEKLY_AGE_DAYS),
  plain('breakevens', 't10yie'),
  plain('breadth', 'pct_above_50dma'),
  {
    metric: 'aaii',
    series: ['aaii_bullish', 'aaii_bearish'],
    ageDays: WEEKLY_AGE_DAYS,
    points: (series) => combineKnown(series.aaii_bullish ?? [], series.aaii_bearish ?? [], (bull, bear) => bull - bear),
  },
  plain('cot', 'cot_es_noncommercial_net', SHUTDOWN_AGE_DAYS),
]

/** Dealer gamma has two series on different scales; only the longer one is read. */
const GAMMA: readonly SeriesId[] = ['gex_own', 'gex_vendor']

export const tableSeries: readonly SeriesId[] = [...new Set([...METRICS.flatMap(({ series }) => series), ...GAMMA])]

export function sessionTable(
  inputs: EveningInputs,
  state: StateHistory,
  dailyRows: readonly EngineMetricHistory[],
): SessionTable {
  const { days, closes } = state
  const evenings = eveningsOf(days)
  const gamma = GAMMA.reduce((best, id) => (size(inputs, id) > size(inputs, best) ? id : best))
  const read = [...METRICS, plain('gex', gamma)].map(
    (each) =>
      [each.metric, { series: each.series.join(', '), values: eveningValues(each, inputs.series, evenings) }] as const,
  )
  const stored = dailyRows.map(
    ({ metric, byDay }) =>
      [metric, { series: 'daily rows', values: days.map((day) => byDay.get(day) ?? null) }] as const,
  )
  const { rules_version, as_of } = eveningHead(inputs, state)
  return {
    rules_version,
    as_of,
    days: [...days],
    closes: closes.map((close) => (Number.isNaN(close) ? null : close)),
    metrics: Object.fromEntries([...read, ...stored]),
  }
}

const size = ({ series }: EveningInputs, id: SeriesId): number => series[id]?.length ?? 0

type Evenings = (ageDays: number | undefined) => readonly Evening[]

/** Shares the evenings between all metrics, since computing a date costs more than a reading. */
function eveningsOf(days: readonly TradingDay[]): Evenings {
  const daily = days.map(eveningOf)
  const older = new Map<number, Evening[]>()
  return (ageDays) => {
    if (ageDays === undefined) return daily
    const evenings = older.get(ageDays) ?? daily.map((each) => ({ ...each, oldest: addDays(each.day, -ageDays) }))
    older.set(ageDays, evenings)
    return evenings
  }
}

function eveningValues(metric: TableMetric, series: Series, evenings: Evenings): (number | null)[] {
  const all = evenings(metric.ageDays)
  const valuesAt = knownThen(metric.points(series))
  return all.map((evening) => {
    const known = valuesAt(evening)
    return known && shown(known.points[known.index]!.value)
  })
}
