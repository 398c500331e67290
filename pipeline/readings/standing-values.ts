import type { SeriesId } from '../../shared/domain/series.ts'
import { addSessions, sessionOnOrBefore, sessionsBetween } from '../../shared/time/calendar.ts'
import type { MarketInputs } from '../signals/market-inputs.ts'
import { publishedOn } from '../sources/publication-lag.ts'
import type { DayValue } from './daily-view.ts'
import { TREND_SESSIONS } from './trend.ts'

/**
 * A weekly series session by session: a value stands from the session it was published on until the next one is out,
 * however long before it was taken. Today has the newest one there is.
 */
export function standingValues(
  points: readonly DayValue[],
  series: SeriesId,
  { day }: Pick<MarketInputs, 'day'>,
): DayValue[] {
  const today = sessionOnOrBefore(day).day
  let standing = -1
  return sessionsBetween(addSessions(today, -TREND_SESSIONS).day, today).flatMap((session) => {
    const isOut = (at: number): boolean =>
      at < points.length && (session === today || publishedOn(series, points[at]!.day) <= session)
    while (isOut(standing + 1)) standing++
    return standing < 0 ? [] : [{ day: session, value: points[standing]!.value }]
  })
}
