import { addSessions, sessionsBetween } from '../../shared/time/calendar.ts'
import type { DayValue } from './daily-view.ts'

/** A value this many sessions older than its intended day is not used as the base of a change. */
const HOLE_SESSIONS = 5

/**
 * The value a number of sessions before the one at `index`. Sessions are those of the exchange: treasuries, the dollar
 * and spreads have no value on two of them each autumn, and some have values on days without a session, so counting
 * values would reach another day. Undefined where history is too short or has a gap there.
 */
export function pointBefore(
  points: readonly DayValue[],
  sessions: number,
  index = points.length - 1,
): DayValue | undefined {
  const now = points[index]
  if (!now) return undefined
  const day = addSessions(now.day, -sessions).day
  let at = Math.max(0, index - sessions)
  while (at < index && points[at + 1]!.day <= day) at++
  while (at >= 0 && points[at]!.day > day) at--
  const then = points[at]
  return then && sessionsBetween(then.day, day).length <= HOLE_SESSIONS ? then : undefined
}

/**
 * Rounds a sum or a difference off far below any series' precision: 4.3 less 3.6 reaches a line at 0.7, and two steps of
 * the same size are equal when they are ranked.
 */
export const withoutRemainder = (value: number): number => Math.round(1e12 * value) / 1e12

/** The difference of two values, without its binary remainder. */
export const difference = (then: number, now: number): number => withoutRemainder(now - then)

/** The difference over a number of sessions, in the unit of the series; null if no value is known for then. */
export function differenceOver(
  points: readonly DayValue[],
  sessions: number,
  index = points.length - 1,
): number | null {
  const then = pointBefore(points, sessions, index)
  return then ? difference(then.value, points[index]!.value) : null
}

/** Percent change over a number of sessions; null if no value is known for then, or it was not positive. */
export function changeOver(points: readonly DayValue[], sessions: number, index = points.length - 1): number | null {
  const then = pointBefore(points, sessions, index)?.value
  const now = points[index]?.value
  return then === undefined || now === undefined || then <= 0 ? null : percentChange(then, now)
}

/** Rounded off far below any price's precision, so that a change of exactly 2.5 % reaches a rule's line at 2.5. */
const percentChange = (then: number, now: number): number => Math.round(1e12 * (now / then - 1)) / 1e10

/**
 * Percent change of a price over a number of sessions, and over how many it is: nothing is a percentage of a price of
 * zero or less, so the last positive price within a week before it counts instead. Null if there is none.
 */
export function priceChangeOver(
  points: readonly DayValue[],
  sessions: number,
  index = points.length - 1,
): { change: number; sessions: number } | null {
  const now = points[index]
  const then = priceBefore(points, sessions, index)
  return now && then ? { change: percentChange(then.value, now.value), sessions: then.sessions } : null
}

function priceBefore(
  points: readonly DayValue[],
  sessions: number,
  index: number,
): { value: number; sessions: number } | null {
  for (let back = sessions; back < sessions + HOLE_SESSIONS; back++) {
    const then = pointBefore(points, back, index)
    if (!then) return null
    if (then.value > 0) return { value: then.value, sessions: back }
  }
  return null
}

/** By how many percentage points the change of a price grows when the newest value grows by `shift`. */
export function changeOfShift(points: readonly DayValue[], sessions: number, shift: number): number {
  const then = priceBefore(points, sessions, points.length - 1)
  return then === null ? 0 : (100 * shift) / then.value
}
