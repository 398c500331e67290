import type { SeriesId } from '../../shared/domain/market/series.ts'
import { addSessions, sessionOnOrBefore, sessionsBetween } from '../../shared/time/calendar.ts'
import { publishedOn } from '../sources/publication-lag.ts'
import type { DayValue } from './daily-view.ts'
import type { MarketInputs } from './market-inputs.ts'
import { TREND_SESSIONS } from './trend.ts'

/**
 * A weekly series session by session: a value holds from the session of its publication until the next one is
 * published, however old the survey itself is. Today has the newest value.
 */
export function standingValues(
  points: readonly DayValue[],
  series: SeriesId,
  { day }: Pick<MarketInputs, 'day'>,
): DayValue[] {
  const today = sessionOnOrBefore(day).day
  // More weeks than the sessions span, so that the first session has the value published before it.
  const recent = points.slice(-TREND_SESSIONS / 4)
  const out = recent.map((point) => publishedOn(series, point.day))
  const values: DayValue[] = []
  let standing = -1
  for (const session of sessionsBetween(addSessions(today, -TREND_SESSIONS).day, today)) {
    while (standing + 1 < out.length && (session === today || out[standing + 1]! <= session)) standing++
    if (standing >= 0) values.push({ day: session, value: recent[standing]!.value })
  }
  return values
}
