import type { SessionTable, ToldMetric } from '../../shared/domain/condition.ts'
import type { DailyMetric } from '../../shared/domain/metrics.ts'
import type { SeriesId } from '../../shared/domain/series.ts'
import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'
import { shown } from '../maths/shown.ts'
import { combineDays } from '../readings/combine-days.ts'
import type { DayValue } from '../readings/daily-view.ts'
import { asKnown, type Evening, eveningOf } from '../regime/pillar-rows.ts'
import { type EveningInputs, eveningHead } from '../risk/evening.ts'
import type { StateHistory } from '../risk/state-history.ts'

/** Weekly values are read until the next one can be there, which a holiday may delay. */
const WEEKLY_AGE_DAYS = 14
const PUBLIC_AFTER_DAYS = 21

type Series = EveningInputs['series']

interface TableMetric {
  metric: DailyMetric
  /** The first one tells when it is published. */
  series: readonly [SeriesId, ...SeriesId[]]
  weekly?: true
  points(series: Series): readonly DayValue[]
}

const plain = (metric: DailyMetric, id: SeriesId, weekly?: true): TableMetric => ({
  ...{ metric, series: [id], points: (series) => series[id] ?? [] },
  ...(weekly ? { weekly } : {}),
})

/** Metrics of the daily row that its series alone give, so that their history is as long as the series'. */
const METRICS: readonly TableMetric[] = [
  plain('spy_close', 'spy_close'),
  plain('vix_close', 'vix_close'),
  {
    metric: 'vix_term',
    series: ['vix3m_close', 'vix_close'],
    points: (series) => combineDays(series.vix_close ?? [], series.vix3m_close ?? [], (near, far) => near / far),
  },
  plain('skew', 'skew_close'),
  plain('dix', 'dix'),
  plain('hy_oas', 'hy_oas'),
  plain('yield_curve', 't10y2y'),
  plain('dollar', 'dtwexbgs', true),
  plain('oil', 'wti', true),
  plain('breakevens', 't10yie'),
  plain('breadth', 'pct_above_50dma'),
  {
    metric: 'aaii',
    series: ['aaii_bullish', 'aaii_bearish'],
    weekly: true,
    points: (series) => combineDays(series.aaii_bullish ?? [], series.aaii_bearish ?? [], (bull, bear) => bull - bear),
  },
  plain('cot', 'cot_es_noncommercial_net', true),
]

/** Dealer gamma has two series of different size; the longer one is read, never both. */
const GAMMA: readonly SeriesId[] = ['gex_own', 'gex_vendor']

export const tableSeries: readonly SeriesId[] = [...new Set([...METRICS.flatMap(({ series }) => series), ...GAMMA])]

export function sessionTable(inputs: EveningInputs, state: StateHistory, told: readonly ToldMetric[]): SessionTable {
  const { days, closes } = state
  const evenings = eveningsOf(days)
  const gamma = GAMMA.reduce((best, id) => (size(inputs, id) > size(inputs, best) ? id : best))
  const read = [...METRICS, plain('gex', gamma)].map(
    (each) =>
      [each.metric, { series: each.series.join(', '), values: eveningValues(each, inputs.series, evenings) }] as const,
  )
  const made = told.map(
    ({ metric, byDay }) =>
      [metric, { series: 'daily rows', values: days.map((day) => byDay.get(day) ?? null) }] as const,
  )
  const { rules_version, as_of } = eveningHead(inputs, state)
  return { rules_version, as_of, days: [...days], closes: [...closes], metrics: Object.fromEntries([...read, ...made]) }
}

const size = ({ series }: EveningInputs, id: SeriesId): number => series[id]?.length ?? 0

interface Evenings {
  daily: readonly Evening[]
  weekly: readonly Evening[]
}

/** Made once for all metrics: a date costs more than a reading. */
function eveningsOf(days: readonly TradingDay[]): Evenings {
  const daily = days.map(eveningOf)
  return { daily, weekly: daily.map((each) => ({ ...each, oldest: addDays(each.day, -WEEKLY_AGE_DAYS) })) }
}

function eveningValues(metric: TableMetric, series: Series, { daily, weekly }: Evenings): (number | null)[] {
  const first = daily[0]
  if (!first) return []
  const points = metric.points(series)
  const indexAt = asKnown(metric.series[0], points, addDays(first.day, -PUBLIC_AFTER_DAYS))
  return (metric.weekly ? weekly : daily).map((evening) => {
    const point = points[indexAt(evening)]
    return point ? shown(point.value) : null
  })
}
