import { daysBetween, type TradingDay } from '../../shared/time/trading-day.ts'
import type { DayValue } from '../inputs/daily-view.ts'

export type Measure = 'log_return' | 'difference'

export interface PairedChanges {
  /** The sessions on which the changes end, oldest first. */
  days: TradingDay[]
  left: number[]
  right: number[]
}

/** The exchange was never closed for longer; a change over more days spans an outage of ours. */
const GAP_DAYS_MAX = 7

/**
 * Changes of two series from one common day to the next. A day that only one has (a bond holiday) is left out of
 * both, so that the next change spans the same days on both sides.
 */
export function pairedChanges(
  left: { points: readonly DayValue[]; measure: Measure },
  right: { points: readonly DayValue[]; measure: Measure },
): PairedChanges {
  const changes: PairedChanges = { days: [], left: [], right: [] }
  let before: { day: TradingDay; left: number; right: number } | null = null
  let at = 0
  for (const { day, value } of left.points) {
    while ((right.points[at]?.day ?? day) < day) at++
    const other = right.points[at]
    if (other?.day !== day) continue
    const now = { day, left: value, right: other.value }
    if (before && daysBetween(before.day, day) <= GAP_DAYS_MAX) {
      const moved = change(left.measure, before.left, now.left)
      const otherMoved = change(right.measure, before.right, now.right)
      if (moved !== null && otherMoved !== null) {
        changes.days.push(day)
        changes.left.push(moved)
        changes.right.push(otherMoved)
      }
    }
    before = now
  }
  return changes
}

function change(measure: Measure, from: number, to: number): number | null {
  if (measure === 'difference') return to - from
  return from > 0 && to > 0 ? Math.log(to / from) : null
}
