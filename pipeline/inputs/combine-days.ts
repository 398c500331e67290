import type { DayValue } from './daily-view.ts'

/** A value may carry the instant since which it is known, as the values of a loaded series do. */
type Dated = DayValue & { knownAt?: Date; earlier?: unknown }

/** One value for each day that both series have, oldest first, known since the later of the two. */
export const combineKnown = <Point extends DayValue>(
  left: readonly Point[],
  right: readonly Point[],
  combine: (left: number, right: number) => number,
): Point[] =>
  commonDays(left, right, (point, other) => {
    // Revisions of one part are not revisions of the combination.
    const { earlier: _, ...later } = laterKnown(point, other) as Dated
    return { ...(later as Point), value: combine(point.value, other.value) }
  })

/** The same for a reader to whom it does not matter since when a value is known. */
export const combineDays = (
  left: readonly DayValue[],
  right: readonly DayValue[],
  combine: (left: number, right: number) => number,
): DayValue[] =>
  commonDays(left, right, (point, other) => ({ day: point.day, value: combine(point.value, other.value) }))

function commonDays<Point extends DayValue, Found>(
  left: readonly Point[],
  right: readonly Point[],
  combine: (point: Point, other: Point) => Found,
): Found[] {
  const found: Found[] = []
  let at = 0
  for (const point of left) {
    // Almost every day is in both series, and comparing for equality first is several times quicker.
    while (at < right.length && right[at]!.day !== point.day && right[at]!.day < point.day) at++
    const other = right[at]
    if (other?.day !== point.day) continue
    found.push(combine(point, other))
    at++
  }
  return found
}

const laterKnown = (a: Dated, b: Dated): Dated => (a.knownAt && b.knownAt && b.knownAt > a.knownAt ? b : a)
