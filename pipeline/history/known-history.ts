import type { Observation } from '../../shared/domain/market/observation.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { MarketInputs, SeriesPoint } from '../inputs/market-inputs.ts'
import { seriesBounds } from '../snapshot/series-bounds.ts'
import { publishedAt } from '../sources/publication-lag.ts'

export type SeriesHistory = ReadonlyMap<SeriesId, readonly SeriesPoint[]>

/** The cutoff of a session's final daily row. */
const EVENING = '20:00'
/** The source named beside each value. */
const SOURCE = 'history'

/** Values of a file, each known from its publication time on; a later line for the same day replaces an earlier one. */
export function knownHistory(values: Iterable<Observation>): SeriesHistory {
  const days = new Map<SeriesId, Map<TradingDay, SeriesPoint>>()
  for (const { series, day, value } of values) {
    const points = days.get(series) ?? new Map<TradingDay, SeriesPoint>()
    days.set(series, points)
    points.set(day, { day, value, knownAt: publishedAt(series, day), source: SOURCE })
  }
  const sorted = (points: Iterable<SeriesPoint>) => [...points].sort((a, b) => (a.day < b.day ? -1 : 1))
  return new Map([...days].map(([series, points]) => [series, sorted(points.values())]))
}

/**
 * Returns what the live loader would find in Postgres on each evening: the same series within the same bounds, known by
 * the cutoff. The caller must pass days in ascending order, so that each series is walked once.
 */
export function eveningInputs(history: SeriesHistory): (day: TradingDay) => MarketInputs {
  const cursors = new Map<SeriesId, { from: number; to: number }>()
  return (day) => {
    const cutoff = instantAt(day, EVENING)
    const series: MarketInputs['series'] = {}
    for (const bound of seriesBounds(day)) {
      for (const id of bound.series) {
        const points = history.get(id)
        if (!points) continue
        const cursor = cursors.get(id) ?? { from: 0, to: 0 }
        cursors.set(id, cursor)
        while (isBefore(points[cursor.from], bound.from)) cursor.from++
        while (isKnown(points[cursor.to], day, cutoff)) cursor.to++
        if (cursor.to > cursor.from) series[id] = points.slice(cursor.from, cursor.to)
      }
    }
    return { cutoff, day, series, quotes: {}, chain: null, breadth: null, fedFutures: [], missing: [], degraded: [] }
  }
}

const isBefore = (point: SeriesPoint | undefined, day: TradingDay): boolean => point !== undefined && point.day < day

const isKnown = (point: SeriesPoint | undefined, day: TradingDay, cutoff: Date): boolean =>
  point !== undefined && point.day <= day && point.knownAt <= cutoff
