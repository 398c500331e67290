import type { DayValue } from './daily-view.ts'
import type { SeriesPoint } from './market-inputs.ts'
import { ofVersions, type Version, versionsOf } from './point-versions.ts'

/**
 * One value for each day that both series have, oldest first, known since the later of the two. A revision of either
 * part is one of the combination, so that an evening before it reads what it knew.
 */
export const combineKnown = (
  left: readonly SeriesPoint[],
  right: readonly SeriesPoint[],
  combine: (left: number, right: number) => number,
): SeriesPoint[] =>
  commonDays(left, right, (point, other) => {
    const { day, source, knownAt } = other.knownAt > point.knownAt ? other : point
    if (!point.earlier?.length && !other.earlier?.length) {
      return { day, value: combine(point.value, other.value), knownAt, source }
    }
    const [ours, theirs] = [versionsOf(point), versionsOf(other)]
    const instants = [...new Set([...ours, ...theirs].map((each) => each.knownAt.getTime()))].sort((a, b) => a - b)
    const versions = instants.flatMap((atMs) => {
      const [one, two] = [valueBy(ours, atMs), valueBy(theirs, atMs)]
      return one === undefined || two === undefined ? [] : [{ value: combine(one, two), knownAt: new Date(atMs) }]
    })
    return ofVersions({ day, source }, versions)
  })

const valueBy = (versions: readonly Version[], atMs: number): number | undefined =>
  versions.findLast(({ knownAt }) => knownAt.getTime() <= atMs)?.value

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
