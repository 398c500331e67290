import type { DayValue } from './daily-view.ts'

/** One value for each day that both series have, oldest first. */
export function combineDays(
  left: readonly DayValue[],
  right: readonly DayValue[],
  combine: (left: number, right: number) => number,
): DayValue[] {
  const found: DayValue[] = []
  let at = 0
  for (const { day, value } of left) {
    while (at < right.length && right[at]!.day < day) at++
    const other = right[at]
    if (other?.day === day) found.push({ day, value: combine(value, other.value) })
  }
  return found
}
