import type { SeriesId } from '../../shared/domain/market/series.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { combineKnown } from '../inputs/combine-days.ts'
import type { DayValue } from '../inputs/daily-view.ts'
import { eveningOf, knownThen } from '../inputs/known-then.ts'
import type { MarketInputs, SeriesPoint } from '../inputs/market-inputs.ts'
import { creditAt, gammaAt } from '../regime/pillar-rows.ts'

const DIMENSIONS = ['volatility', 'vix_term', 'credit', 'credit_change', 'breadth', 'gamma'] as const
export type DimensionKey = (typeof DIMENSIONS)[number]
type Series = MarketInputs['series']

export interface Dimension {
  key: DimensionKey
  label: string
  unit: string
  /** +1 where a higher value is more stress, -1 where a lower one is. */
  stress: 1 | -1
  /** Distances are measured in logarithms where a level doubles as easily as it halves. */
  logarithmic: boolean
  /** The alternative with the longest history is read and named; two are never mixed in one column. */
  alternatives: readonly SeriesId[]
  /** Alternatives that could not be validated, because no history was available: they are shown and decide nothing. */
  unvalidated?: readonly SeriesId[]
  /** A second series it reads. */
  beside?: SeriesId
  /** The reading of each evening, NaN where nothing was known. */
  read(series: Series, id: SeriesId, evenings: readonly TradingDay[]): Float64Array
}

/** The reading of every evening, each from the values that this system had by then. */
function eachEvening(
  points: readonly SeriesPoint[],
  evenings: readonly TradingDay[],
  read: (points: readonly DayValue[], index: number) => number | null | undefined,
): Float64Array {
  const valuesAt = knownThen(points)
  return Float64Array.from(evenings, (day) => {
    const known = valuesAt(eveningOf(day))
    return (known && read(known.points, known.index)) ?? Number.NaN
  })
}

const level: Dimension['read'] = (series, id, evenings) =>
  eachEvening(series[id] ?? [], evenings, (points, index) => points[index]?.value)

/** The four pillars of the regime and the two readings that usually turn before them. */
export const dimensions: readonly Dimension[] = [
  {
    key: 'volatility',
    label: 'VIX',
    unit: 'index points',
    stress: 1,
    logarithmic: true,
    alternatives: ['vix_close'],
    read: level,
  },
  {
    key: 'vix_term',
    label: 'VIX against three-month VIX',
    unit: 'ratio',
    stress: 1,
    logarithmic: true,
    alternatives: ['vix3m_close'],
    beside: 'vix_close',
    read(series, id, evenings) {
      const ratios = combineKnown(series.vix_close ?? [], series[id] ?? [], (near, far) => near / far)
      return eachEvening(ratios, evenings, (points, index) => points[index]?.value)
    },
  },
  {
    key: 'credit',
    label: 'Credit spread',
    unit: 'percent',
    stress: 1,
    logarithmic: true,
    alternatives: ['hy_oas', 'baa10y'],
    unvalidated: ['baa10y'],
    read: level,
  },
  {
    key: 'credit_change',
    label: 'Credit spread, change of 20 sessions',
    unit: 'percentage points',
    stress: 1,
    logarithmic: false,
    alternatives: ['hy_oas', 'baa10y'],
    unvalidated: ['baa10y'],
    read(series, id, evenings) {
      return eachEvening(series[id] ?? [], evenings, (points, index) => creditAt(points, index)?.widening)
    },
  },
  {
    key: 'breadth',
    label: 'Members above their 50-day average',
    unit: 'percent',
    stress: -1,
    logarithmic: false,
    alternatives: ['pct_above_50dma'],
    read: level,
  },
  {
    key: 'gamma',
    label: 'Dealer gamma against its usual size',
    unit: 'ratio',
    stress: -1,
    logarithmic: false,
    alternatives: ['gex_own', 'gex_vendor'],
    read(series, id, evenings) {
      return eachEvening(series[id] ?? [], evenings, (points, index) => gammaAt(points, index)?.relative)
    },
  },
]

export const dimensionSeries: readonly SeriesId[] = [
  ...new Set(dimensions.flatMap(({ alternatives, beside }) => [...alternatives, ...(beside ? [beside] : [])])),
]
