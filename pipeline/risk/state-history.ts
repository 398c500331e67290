import type { SeriesId } from '../../shared/domain/market/series.ts'
import { isSession, sessionsBetween } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { type Dimension, dimensionSeries, dimensions } from './dimensions.ts'

/** All that VIX has (from 1990) and some more; it only bounds the work. */
export const STATE_SESSIONS = 10_080
/** More than the longest window of any dimension. */
export const WARM_UP_SESSIONS = 300

export const stateSeries: readonly SeriesId[] = [...new Set<SeriesId>([...dimensionSeries, 'spy_close'])]

export interface Column {
  dimension: Dimension
  series: SeriesId
  /** The dimension's reading, one per session; NaN where nothing was known. */
  values: Float64Array
}

/** The state of each session as known that evening, and the closes that decide the outcomes. */
export interface StateHistory {
  /** Every session from the first with a close of SPY to the last. */
  days: readonly TradingDay[]
  /** NaN where a session has none: it is neither a start nor an end, and no window is longer for it. */
  closes: readonly number[]
  /** The VIX close of the session itself, NaN without one. */
  vix: Float64Array
  columns: readonly Column[]
}

/** Returns whether a row's session has a close of SPY. */
export const hasClose = ({ closes }: Pick<StateHistory, 'closes'>, at: number): boolean => !Number.isNaN(closes[at])

/** Returns whether the series that a dimension reads was validated on history; one that was not decides nothing. */
export const isValidated = ({ dimension: { unvalidated }, series }: Column): boolean => !unvalidated?.includes(series)

/**
 * Rows are sessions of the exchange, so that a horizon of 20 rows is 20 sessions. A session without a close of SPY has
 * no VIX and no state either.
 */
export function closesAndVix({
  spy_close = [],
  vix_close = [],
}: MarketInputs['series']): Omit<StateHistory, 'columns'> {
  const closes = new Map(spy_close.map(({ day, value }) => [day, value]))
  const known = spy_close.filter(({ day }) => isSession(day))
  const [first, last] = [known.at(-STATE_SESSIONS) ?? known[0], known.at(-1)]
  const days = first && last ? sessionsBetween(first.day, last.day).slice(-STATE_SESSIONS) : []
  const vix = new Map(vix_close.map(({ day, value }) => [day, value]))
  return {
    days,
    closes: days.map((day) => closes.get(day) ?? Number.NaN),
    vix: Float64Array.from(days, (day) => (closes.has(day) ? (vix.get(day) ?? Number.NaN) : Number.NaN)),
  }
}

/** The state of every session as known on the evening of the newest one. */
export function stateHistory({ series }: Pick<MarketInputs, 'series'>): StateHistory {
  const closes = closesAndVix(series)
  const columns = dimensions.map((dimension): Column => {
    const id = longest(series, dimension.alternatives)
    const values = dimension.read(series, id, closes.days)
    return { dimension, series: id, values: values.map((value, at) => (hasClose(closes, at) ? value : Number.NaN)) }
  })
  return { ...closes, columns }
}

/** The series with the longest history; of equal ones the first. */
const longest = (series: MarketInputs['series'], ids: readonly SeriesId[]): SeriesId =>
  ids.reduce((best, id) => ((series[id]?.length ?? 0) > (series[best]?.length ?? 0) ? id : best))
