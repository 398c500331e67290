import { instantAt } from '../../shared/time/eastern.ts'
import { oncePerDay } from '../../shared/time/once-per-day.ts'
import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'
import { oncePer } from '../maths/once-per.ts'
import type { DayValue } from './daily-view.ts'
import type { SeriesPoint } from './market-inputs.ts'

/** A close is judged at the time of that day's final daily row. */
const KNOWN_AT = '20:00'
/** Allows for a long weekend and a late release; an older value is not a reading of that close. */
const AGE_DAYS_MAX = 8
/**
 * A series that is published each week or days late is read until its next value is due, which a holiday delays: oil's
 * was up to 11 days old in the evenings of 2016 to 2026, and older than 8 days in one of twenty.
 */
export const WEEKLY_AGE_DAYS = 14

export interface Evening {
  day: TradingDay
  atMs: number
  /** A value for an earlier day is not a reading of this close. */
  oldest: TradingDay
}

/** Each replay needs the same year of evenings. */
export const eveningOf = oncePerDay(
  (day): Evening => ({ day, atMs: instantAt(day, KNOWN_AT).getTime(), oldest: addDays(day, -AGE_DAYS_MAX) }),
)

/** The same evenings for series that are published each week or days late. */
export const weeklyEveningOf = oncePerDay(
  (day): Evening => ({ ...eveningOf(day), oldest: addDays(day, -WEEKLY_AGE_DAYS) }),
)

/** The values known at an evening; those up to `index` count, and the one there is the newest. */
export interface KnownValues {
  points: readonly DayValue[]
  index: number
}

/**
 * A series as each evening knew it, by the instant at which this system had each value and each revision, so that late
 * or corrected values do not change earlier evenings. Null where no value is recent enough. The caller must pass
 * evenings in ascending order.
 */
export function knownThen(points: readonly SeriesPoint[]): (evening: Evening) => KnownValues | null {
  const valuesAt = isInOrder(points) ? cursor(points) : (evening: Evening) => knownBy(points, evening)
  return (evening) => {
    const known = valuesAt(evening)
    const newest = known.points[known.index]
    return newest && newest.day >= evening.oldest ? known : null
  }
}

/**
 * Returns whether each value was known before those of later days and was never revised, which holds for almost every
 * series. If it holds for the whole series it holds for every window, so that is checked first.
 */
export const isInOrder = oncePer(
  (points: readonly SeriesPoint[], whole?: readonly SeriesPoint[]): boolean =>
    (whole !== undefined && isInOrder(whole)) ||
    points.every(
      ({ knownAt, earlier }, at) =>
        !earlier?.length && (at === 0 || points[at - 1]!.knownAt.getTime() <= knownAt.getTime()),
    ),
)

function cursor(points: readonly SeriesPoint[]): (evening: Evening) => KnownValues {
  const isKnown = ({ day, atMs }: Evening, { day: of, knownAt }: SeriesPoint): boolean =>
    of <= day && knownAt.getTime() <= atMs
  let next: number | null = null
  return (evening) => {
    next ??= countWhile(points, (point) => isKnown(evening, point))
    for (let at = points[next]; at && isKnown(evening, at); at = points[next]) next++
    return { points, index: next - 1 }
  }
}

/** The number of points at the beginning that fulfil a condition, which none after them fulfils. */
function countWhile(points: readonly SeriesPoint[], fulfils: (point: SeriesPoint) => boolean): number {
  let [from, to] = [0, points.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (fulfils(points[middle]!)) from = middle + 1
    else to = middle
  }
  return from
}

function knownBy(points: readonly SeriesPoint[], { day, atMs }: Evening): KnownValues {
  const known = points.flatMap((point) => {
    if (point.day > day) return []
    if (point.knownAt.getTime() <= atMs) return [point]
    const before = point.earlier?.findLast(({ knownAt }) => knownAt.getTime() <= atMs)
    return before ? [{ day: point.day, value: before.value }] : []
  })
  return { points: known, index: known.length - 1 }
}
