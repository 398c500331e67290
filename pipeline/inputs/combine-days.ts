import type { DayValue } from './daily-view.ts'

/** A value may say since when it is known, as those of a loaded series do. */
type Dated = DayValue & { knownAt?: Date; earlier?: unknown }

/** One value for each day that both series have, oldest first, known since the later of the two. */
export function combineDays<Point extends DayValue>(
  left: readonly Point[],
  right: readonly Point[],
  combine: (left: number, right: number) => number,
): Point[] {
  const found: Point[] = []
  let at = 0
  for (const point of left) {
    while (at < right.length && right[at]!.day < point.day) at++
    const other = right[at]
    if (other?.day !== point.day) continue
    // Earlier revisions of one part are no revisions of the combination.
    const { earlier: _, ...later } = laterKnown(point, other) as Dated
    found.push({ ...(later as Point), value: combine(point.value, other.value) })
  }
  return found
}

const laterKnown = (a: Dated, b: Dated): Dated => (a.knownAt && b.knownAt && b.knownAt > a.knownAt ? b : a)
