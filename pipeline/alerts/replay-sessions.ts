import type { RegimeOfDay } from '../../shared/domain/contract/alert-rules.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { addSessions, sessionsBetween } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { MarketInputs, SeriesPoint } from '../inputs/market-inputs.ts'
import { pointBy } from '../inputs/point-versions.ts'
import type { AlertInputs } from './alert.ts'

/** A session is judged at the time of its final daily row. */
const JUDGED_AT = '20:00'
/** More than the publication lag of the slowest series, so that its own window is whole. */
const LAG_SESSIONS = 30

/**
 * The inputs of each past session as they were known on its evening, oldest first, strictly before the cutoff. `missing`
 * is empty: which sources failed on past days is not recorded.
 */
export function* replaySessions(
  inputs: Pick<MarketInputs, 'cutoff' | 'day' | 'series'>,
  regimes: readonly RegimeOfDay[],
  { sessions, sessionsMax }: { sessions: number; sessionsMax: number },
): Generator<AlertInputs> {
  const regimeOf = new Map(regimes.map(({ day, regime }) => [day, regime]))
  const length = sessionsMax + LAG_SESSIONS
  const windows = Object.entries(inputs.series).map(
    ([id, points]) => [id as SeriesId, knownWindow(points, length)] as const,
  )
  const days = sessionsBetween(addSessions(inputs.day, -sessions).day, inputs.day)
  for (const day of days) {
    const cutoff = instantAt(day, JUDGED_AT)
    if (cutoff >= inputs.cutoff) return
    yield {
      cutoff,
      day,
      series: Object.fromEntries(windows.map(([id, window]) => [id, window(day, cutoff)])),
      quotes: {},
      chain: null,
      missing: [],
      degraded: [],
      regime: { regime: regimeOf.get(day) ?? null, reason: `no regime is on record for ${day}` },
      gammaLevels: null,
    }
  }
}

/**
 * The last values up to a day as they were known by an instant; the caller must pass days in ascending order. Only values
 * after the first late or revised one are checked one by one, which in a history are the last few days.
 */
function knownWindow(points: readonly SeriesPoint[], length: number) {
  const latest = new Float64Array(points.length)
  for (const [at, { knownAt }] of points.entries()) latest[at] = Math.max(latest[at - 1] ?? 0, knownAt.getTime())
  let end = 0
  return (day: TradingDay, cutoff: Date): readonly SeriesPoint[] => {
    while (end < points.length && points[end]!.day <= day) end++
    const start = Math.max(0, end - length)
    let known = end
    while (known > start && latest[known - 1]! > cutoff.getTime()) known--
    if (known === end) return points.slice(start, end)
    return [...points.slice(start, known), ...points.slice(known, end).flatMap((point) => pointBy(point, cutoff) ?? [])]
  }
}
