import type { DayValue } from './daily-view.ts'

/** Percent change from the value `sessions` observations ago; null if there is none or it was not positive. */
export function changeOver(points: readonly DayValue[], sessions: number): number | null {
  const then = points.at(-1 - sessions)?.value
  const now = points.at(-1)?.value
  return then === undefined || now === undefined || then <= 0 ? null : 100 * (now / then - 1)
}

/** By how many percentage points `changeOver` grows when the newest value grows by `shift`. */
export function changeOfShift(points: readonly DayValue[], sessions: number, shift: number): number {
  const then = points.at(-1 - sessions)?.value
  return then === undefined || then <= 0 ? 0 : (100 * shift) / then
}
