import type { SeriesId } from '../../shared/domain/market/series.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'
import { correlationSeries } from '../correlations/correlations.ts'
import { fedSeries } from '../fed/fed-watch.ts'
import { STAND_IN_SERIES } from '../fragility/pillar-percentiles.ts'
import { REPLAY_SESSIONS } from '../regime/market-regime.ts'
import { components } from '../signals/index.ts'

/** Weekly series need years of weeks; loading daily series as far back would double every query. */
const weeklySeriesNeeded: readonly SeriesId[] = [
  ...new Set(components.filter(({ weeksMax }) => weeksMax).flatMap(({ series }) => series)),
]
/** One more than the components use, because a week may end before its value is published. */
const weeksNeeded: number = Math.max(...components.map(({ weeksMax }) => weeksMax ?? 0)) + 1

/** The series of the components, the closes that the daily row and reports state, and those of the other blocks. */
export const seriesNeeded: readonly SeriesId[] = [
  ...new Set<SeriesId>([
    ...components.filter(({ weeksMax }) => !weeksMax).flatMap(({ series }) => series),
    'spy_close',
    'spx_close',
    'gex_own_sign',
    STAND_IN_SERIES,
    ...correlationSeries,
    ...fedSeries,
  ]),
]

/** Each close of the regime's replay looks back over its own trailing window. */
export const sessionsNeeded: number =
  Math.max(...components.map((component) => component.sessionsMax)) + REPLAY_SESSIONS + 1

export interface SeriesBound {
  series: readonly SeriesId[]
  /** Observations of earlier days are not used. */
  from: TradingDay
}

/** Everything a computation on a day may use: it bounds the query of a cycle and every replay of history alike. */
export function seriesBounds(day: TradingDay): SeriesBound[] {
  return [
    { series: seriesNeeded, from: addDays(addSessions(day, -sessionsNeeded).day, -1) },
    { series: weeklySeriesNeeded, from: addDays(day, -7 * weeksNeeded) },
  ]
}
