import { sessionOn } from '../../time/calendar.ts'
import { eastern, instantAt } from '../../time/eastern.ts'
import { addDays, type TradingDay } from '../../time/trading-day.ts'

/** Tripwires and escalations share this budget of event-driven AI cycles: three a day, half an hour apart. */
export const EVENT_FIRES_PER_DAY = 3
export const EVENT_GAP_MS = 30 * 60_000

/** The sources of a cycle outside the schedule: a tripwire, or an AI cycle that finds the current judgment stale. */
export const EVENT_SOURCES = ['wire', 'escalation'] as const
export type EventSource = (typeof EVENT_SOURCES)[number]

export interface EventBudget {
  /** The Eastern day `used` counts for; null before the first reservation. */
  day: TradingDay | null
  used: number
  /** On any day, because the gap also applies across midnight. */
  lastGrantedAt: Date | null
}

export const UNUSED_BUDGET: EventBudget = { day: null, used: 0, lastGrantedAt: null }

export type Reservation = { granted: true; number: number } | { granted: false; reason: string }

/** The budget at an instant; a new one begins at midnight Eastern. */
export function budgetAt(budget: EventBudget, at: Date): EventBudget {
  const { day } = eastern(at)
  return budget.day === null || day > budget.day ? { ...budget, day, used: 0 } : budget
}

/** A half-day has no event-driven reads, so no fires to spend on them. */
export const firesAllowedOn = (day: TradingDay): number => (sessionOn(day)?.earlyClose ? 0 : EVENT_FIRES_PER_DAY)

/** Pure. A grant counts from now on, even if the cycle it was reserved for fails. */
export function reserveFire(before: EventBudget, at: Date): { budget: EventBudget; reservation: Reservation } {
  const budget = budgetAt(before, at)
  const refuse = (reason: string) => ({ budget, reservation: { granted: false as const, reason } })
  if (firesAllowedOn(eastern(at).day) === 0) return refuse('no event-driven reads on a half-day')
  if (budget.used >= EVENT_FIRES_PER_DAY) return refuse(`all ${EVENT_FIRES_PER_DAY} event fires of the day are used`)
  const { lastGrantedAt } = budget
  // The same comparison refuses an instant before the last grant, so reservations are in order of time.
  if (lastGrantedAt !== null && at.getTime() - lastGrantedAt.getTime() < EVENT_GAP_MS) {
    return refuse(`less than ${EVENT_GAP_MS / 60_000} minutes after the previous event fire`)
  }
  const number = budget.used + 1
  return {
    budget: { day: eastern(at).day, used: number, lastGrantedAt: at },
    reservation: { granted: true, number },
  }
}

const midnightAfter = (day: TradingDay): Date => instantAt(addDays(day, 1), '00:00')

/** When the next request could be granted; null if at once. */
export function nextAllowedAt(before: EventBudget, at: Date): Date | null {
  const { used, lastGrantedAt } = budgetAt(before, at)
  const { day } = eastern(at)
  const afterGap = lastGrantedAt === null ? at.getTime() : lastGrantedAt.getTime() + EVENT_GAP_MS
  const afterDay = used < firesAllowedOn(day) ? at.getTime() : midnightAfter(day).getTime()
  const next = new Date(Math.max(afterGap, afterDay))
  if (next <= at) return null
  // The gap after a late fire may end on a half-day, which grants none.
  return firesAllowedOn(eastern(next).day) > 0 ? next : midnightAfter(eastern(next).day)
}
