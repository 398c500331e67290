import { eastern, instantAt } from '../../time/eastern.ts'
import { addDays, type TradingDay } from '../../time/trading-day.ts'

/** Spec 8: what wires and AI-1's escalations may set off together. */
export const EVENT_FIRES_PER_DAY = 3
export const EVENT_GAP_MS = 30 * 60_000

/** Who asks: A is a tripwire, B is AI-1 that finds the standing judgment stale. */
export const EVENT_SOURCES = ['wire', 'escalation'] as const
export type EventSource = (typeof EVENT_SOURCES)[number]

export interface EventBudget {
  /** The Eastern day `used` counts for; null before the first reservation. */
  day: TradingDay | null
  used: number
  /** Of whatever day: the gap goes on over midnight. */
  lastGrantedAt: Date | null
}

export const UNUSED_BUDGET: EventBudget = { day: null, used: 0, lastGrantedAt: null }

export type Reservation = { granted: true; number: number } | { granted: false; reason: string }

/** The budget as it stands at an instant: a new one begins at midnight Eastern. */
export function budgetAt(budget: EventBudget, at: Date): EventBudget {
  const { day } = eastern(at)
  return budget.day === null || day > budget.day ? { ...budget, day, used: 0 } : budget
}

/** Pure. What is granted counts from now on, whatever becomes of the call it was reserved for. */
export function reserveFire(before: EventBudget, at: Date): { budget: EventBudget; reservation: Reservation } {
  const budget = budgetAt(before, at)
  const refuse = (reason: string) => ({ budget, reservation: { granted: false as const, reason } })
  if (budget.used >= EVENT_FIRES_PER_DAY) return refuse(`all ${EVENT_FIRES_PER_DAY} event fires of the day are used`)
  const { lastGrantedAt } = budget
  // An instant before the last grant is refused by the same line: the order of reservations is that of time.
  if (lastGrantedAt !== null && at.getTime() - lastGrantedAt.getTime() < EVENT_GAP_MS) {
    return refuse(`less than ${EVENT_GAP_MS / 60_000} minutes after the event fire before it`)
  }
  const number = budget.used + 1
  return {
    budget: { day: eastern(at).day, used: number, lastGrantedAt: at },
    reservation: { granted: true, number },
  }
}

/** When the next one could be granted; null: at once. */
export function nextAllowedAt(before: EventBudget, at: Date): Date | null {
  const { day, used, lastGrantedAt } = budgetAt(before, at)
  const afterGap = lastGrantedAt === null ? at.getTime() : lastGrantedAt.getTime() + EVENT_GAP_MS
  const afterDay = used < EVENT_FIRES_PER_DAY ? at.getTime() : instantAt(addDays(day!, 1), '00:00').getTime()
  const next = Math.max(afterGap, afterDay)
  return next > at.getTime() ? new Date(next) : null
}
