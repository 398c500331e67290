import type { SeriesId } from '../../shared/domain/market/series.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'
import { correlationSeries } from '../correlations/correlations.ts'
import { fedSeries } from '../fed/fed-watch.ts'
import { STAND_IN_SERIES } from '../fragility/pillar-percentiles.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { oncePer } from '../maths/once-per.ts'
import { REPLAY_SESSIONS } from '../regime/market-regime.ts'
import type { Component, Reading, ReadyReading } from './component.ts'
import { components } from './index.ts'

export interface ComponentReading {
  component: Component
  reading: Reading
}
export interface LiveReading {
  component: Component
  reading: ReadyReading
}

/** Several documents of a cycle read the same inputs. */
export const readComponents = oncePer((inputs: MarketInputs): readonly ComponentReading[] =>
  components.map((component) => ({ component, reading: component.read(inputs) })),
)

export const liveReadings = (readings: readonly ComponentReading[]): LiveReading[] =>
  readings.flatMap(({ component, reading }) => (reading.status === 'ready' ? [{ component, reading }] : []))

/** Weekly series look back over years of weeks; loading daily ones as far would double every query. */
export const weeklySeriesNeeded: readonly SeriesId[] = [
  ...new Set(components.filter(({ weeksMax }) => weeksMax).flatMap(({ series }) => series)),
]
/** One more, since a week may end before its value is out. */
export const weeksNeeded: number = Math.max(...components.map(({ weeksMax }) => weeksMax ?? 0)) + 1

/** Beyond the components, the closes that the daily row and reports state, and what the other blocks read. */
export const seriesNeeded: readonly SeriesId[] = [
  ...new Set<SeriesId>([
    ...components.filter(({ weeksMax }) => !weeksMax).flatMap(({ series }) => series),
    'spy_close',
    'spx_close',
    STAND_IN_SERIES,
    ...correlationSeries,
    ...fedSeries,
  ]),
]

export interface SeriesBound {
  series: readonly SeriesId[]
  /** No observation of an earlier day is looked at. */
  from: TradingDay
}

/** All that a computation on a day may look at: the bound on the query, and on every replay of history. */
export function seriesBounds(day: TradingDay): SeriesBound[] {
  return [
    { series: seriesNeeded, from: addDays(addSessions(day, -sessionsNeeded).day, -1) },
    { series: weeklySeriesNeeded, from: addDays(day, -7 * weeksNeeded) },
  ]
}

/** The replayed closes each look back over their own trailing window. */
export const sessionsNeeded: number =
  Math.max(...components.map((component) => component.sessionsMax)) + REPLAY_SESSIONS + 1
