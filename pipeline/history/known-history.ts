import type { Observation } from '../../shared/domain/market/observation.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { isInOrder } from '../inputs/known-then.ts'
import type { MarketInputs, SeriesPoint } from '../inputs/market-inputs.ts'
import { ofVersions, pointBy, versionsOf } from '../inputs/point-versions.ts'
import { seriesBounds } from '../snapshot/series-bounds.ts'
import { publishedAt } from '../sources/publication-lag.ts'

export type SeriesHistory = ReadonlyMap<SeriesId, readonly SeriesPoint[]>

/** The cutoff of a session's final daily row. */
export const EVENING = '20:00'
/** The source named with each value. */
const SOURCE = 'history'

/** A value of a file; one without an instant is known from its publication time on. */
export interface HistoryValue extends Observation {
  knownAt?: Date
}

/**
 * Values of a file by series and day. Several values for a day are revisions, each known from its own instant; of two
 * with the same instant the later line replaces the earlier one.
 */
export function knownHistory(values: Iterable<HistoryValue>): SeriesHistory {
  const days = new Map<SeriesId, Map<TradingDay, SeriesPoint>>()
  for (const { series, day, value, knownAt = publishedAt(series, day) } of values) {
    const points = days.get(series) ?? new Map<TradingDay, SeriesPoint>()
    days.set(series, points)
    points.set(day, withVersion(points.get(day), { day, value, knownAt, source: SOURCE }))
  }
  const sorted = (points: Iterable<SeriesPoint>) => [...points].sort((a, b) => (a.day < b.day ? -1 : 1))
  return new Map([...days].map(([series, points]) => [series, sorted(points.values())]))
}

function withVersion(point: SeriesPoint | undefined, added: SeriesPoint): SeriesPoint {
  if (!point) return added
  const others = versionsOf(point).filter(({ knownAt }) => knownAt.getTime() !== added.knownAt.getTime())
  const versions = [...others, added].sort((a, b) => a.knownAt.getTime() - b.knownAt.getTime())
  return ofVersions(added, versions)
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
        const inOrder = isInOrder(points)
        while (isBefore(points[cursor.from], bound.from)) cursor.from++
        while (isFor(points[cursor.to], day) && (!inOrder || points[cursor.to]!.knownAt <= cutoff)) cursor.to++
        const window = points.slice(cursor.from, cursor.to)
        // The engine makes the same check for each window that it reads; for a window of an ordered series the answer
        // is immediate.
        if (inOrder) isInOrder(window, points)
        const known = inOrder ? window : window.flatMap((point) => pointBy(point, cutoff) ?? [])
        if (known.length > 0) series[id] = known
      }
    }
    return { cutoff, day, series, quotes: {}, chain: null, breadth: null, fedFutures: [], missing: [], degraded: [] }
  }
}

const isBefore = (point: SeriesPoint | undefined, day: TradingDay): boolean => point !== undefined && point.day < day

const isFor = (point: SeriesPoint | undefined, day: TradingDay): boolean => point !== undefined && point.day <= day
