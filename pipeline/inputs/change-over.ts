import type { DayValue } from './daily-view.ts'

/** Percent change from the value `sessions` observations ago; null without one, or when it was not positive. */
export function changeOver(points: readonly DayValue[], sessions: number): number | null {
  const then = points.at(-1 - sessions)?.value
  const now = points.at(-1)?.value
  return then === undefined || now === undefined || then <= 0 ? null : 100 * (now / then - 1)
}

/** How much the change above grows when the newest value does, in percentage points. */
export function changeOfShift(points: readonly DayValue[], sessions: number, shift: number): number {
  const then = points.at(-1 - sessions)?.value
  return then === undefined || then <= 0 ? 0 : (100 * shift) / then
}
