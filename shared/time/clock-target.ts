import { marketAt, nextSession, sessionOn } from './calendar.ts'
import { eastern, easternIso, instantAt } from './eastern.ts'
import { reportTimes } from './report-times.ts'
import { addDays, TradingDay } from './trading-day.ts'

/** The simulated world ends with this day; its clock cannot go beyond it. */
export const CLOCK_LAST_DAY = '2060-12-31' as TradingDay
export const SPEED_MIN = 1
export const SPEED_MAX = 3_600
export const NAMED_TARGETS = ['next-open', 'next-cycle', 'next-close'] as const
export type NamedTarget = (typeof NAMED_TARGETS)[number]

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }
const STEP = /^(?:\d{1,7}[smhd]){1,4}$/
const LOCAL = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2})?)$/
const WITH_OFFSET = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})$/
const WALL_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?$/
const OFFSET = /^(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/

/** Milliseconds of a step like `15m` or `1h30m`; null if the text is none, or is zero. */
export function stepMs(text: string): number | null {
  if (!STEP.test(text)) return null
  const parts = [...text.matchAll(/(\d+)([smhd])/g)]
  const seconds = parts.reduce((sum, [, count, unit]) => sum + Number(count) * SECONDS[unit!]!, 0)
  return seconds > 0 ? seconds * 1_000 : null
}

/**
 * The instant of a text like `2026-12-01T09:25`, Eastern unless it has an offset; null if it is not written like that,
 * or if there is no such day, or no such wall time because spring skips it.
 */
export function writtenInstant(text: string): Date | null {
  const [, localDay, localTime] = LOCAL.exec(text) ?? []
  if (localDay !== undefined && localTime !== undefined) {
    const day = TradingDay.safeParse(localDay).data
    if (!day || !WALL_TIME.test(localTime)) return null
    const instant = instantAt(day, localTime)
    return easternIso(instant).startsWith(text) ? instant : null
  }
  const [, day, time, offset] = WITH_OFFSET.exec(text) ?? []
  if (day === undefined || time === undefined || offset === undefined) return null
  if (!TradingDay.safeParse(day).success || !WALL_TIME.test(time) || !OFFSET.test(offset)) return null
  return new Date(text)
}

const isNamedTarget = (text: string): text is NamedTarget => NAMED_TARGETS.some((name) => name === text)

/** The first such instant strictly after another one. */
export function nextNamed(name: NamedTarget, after: Date): Date {
  if (name === 'next-cycle') return nextCycle(after)
  const { nextOpen } = marketAt(after)
  if (name === 'next-open') return nextOpen
  const session = sessionOn(eastern(after).day)
  return session && after < session.close ? session.close : nextSession(eastern(after).day).close
}

function nextCycle(after: Date): Date {
  const { day } = eastern(after)
  const today = sessionOn(day)
  const left = today ? reportTimes(today).find((at) => at > after) : undefined
  return left ?? nextSession(day).open
}

export type TargetFrom = (now: Date) => Date

/** Returns where a step like `15m` leads; null if the text is no step. */
export function stepTarget(text: string): TargetFrom | null {
  const ms = stepMs(text)
  return ms === null ? null : (now) => new Date(now.getTime() + ms)
}

/** Returns where a name or a written instant leads; null if the text is neither. */
export function moveTarget(text: string): TargetFrom | null {
  if (isNamedTarget(text)) return (now) => nextNamed(text, now)
  const instant = writtenInstant(text)
  return instant === null ? null : () => instant
}

export const STEP_RULE = 'must be a duration above zero, such as 90s, 15m, 6h or 1d'
export const MOVE_RULE = `must be ${NAMED_TARGETS.join(', ')}, or an instant that exists, such as 2026-12-01T09:25`
export const CALENDAR_RULE = `must not lead beyond ${CLOCK_LAST_DAY}, where the simulated calendar ends`

/** Returns whether the simulated world still covers the instant. */
export const isCovered = (instant: Date): boolean =>
  // An instant beyond the range of dates is not a number.
  instant < instantAt(addDays(CLOCK_LAST_DAY, 1), '00:00')
