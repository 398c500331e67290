import type { SeriesPoint } from './market-inputs.ts'

/** A value of a day and the instant since which it was known. */
export type Version = NonNullable<SeriesPoint['earlier']>[number]

/** All values of a point, the oldest first. */
export const versionsOf = ({ earlier = [], value, knownAt }: Version & Pick<SeriesPoint, 'earlier'>): Version[] => [
  ...earlier,
  { value, knownAt },
]

/** The point of some versions, the oldest first and at least one. */
export function ofVersions(
  { day, source }: Pick<SeriesPoint, 'day' | 'source'>,
  versions: readonly Version[],
): SeriesPoint {
  const { value, knownAt } = versions.at(-1)!
  const earlier = versions.slice(0, -1).map((each) => ({ value: each.value, knownAt: each.knownAt }))
  return { day, value, knownAt, source, ...(earlier.length > 0 ? { earlier } : {}) }
}

/** A point as it was known by an instant; null before its first value. */
export function pointBy(point: SeriesPoint, cutoff: Date): SeriesPoint | null {
  if (point.knownAt <= cutoff) return point
  const versions = (point.earlier ?? []).filter(({ knownAt }) => knownAt <= cutoff)
  return versions.length === 0 ? null : ofVersions(point, versions)
}
