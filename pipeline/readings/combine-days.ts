import type { DayValue } from './daily-view.ts'

/** One value per day both series have, oldest first. */
export function combineDays(
  left: readonly DayValue[],
  right: readonly DayValue[],
  combine: (left: number, right: number) => number,
): DayValue[] {
  const values = new Map(right.map(({ day, value }) => [day, value]))
  return left.flatMap(({ day, value }) => {
    const other = values.get(day)
    return other === undefined ? [] : [{ day, value: combine(value, other) }]
  })
}
