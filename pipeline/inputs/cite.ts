import type { InputReading } from '../../shared/domain/contract/signals.ts'
import { counted, ordinal } from '../../shared/domain/number-words.ts'
import { addSessions, sessionOnOrBefore, sessionsBetween } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { shownPercentile } from '../maths/shown.ts'

export interface CitedReading {
  component: { name: string }
  reading: { display: string; percentile: number | null; percentileSpan: string; inputs: readonly InputReading[] }
}

/** "HY OAS 3.12 % (22nd percentile of its own last year; for 2026-11-19, 1 session old)": value, rank and age. */
export function cite({ component, reading }: CitedReading, today: TradingDay): string {
  const rank =
    reading.percentile === null ? [] : [`${rankOf(reading.percentile)} percentile of its own ${reading.percentileSpan}`]
  const [first] = reading.inputs
  const stated = first ? [citeTime(first, today)] : []
  // A display that ends with a bracket of its own takes rank and age inside it.
  const opened = reading.display.endsWith(')') ? `${reading.display.slice(0, -1)}; ` : `${reading.display} (`
  return `${component.name} ${opened}${[...rank, ...stated].join('; ')})`
}

/**
 * A quote states its instant, a daily value its date and its age in sessions. A value of the newest session has only its
 * date: the sentence is still read on the days after it, when "today" would be another day.
 */
export function citeTime(input: InputReading, today: TradingDay): string {
  const late = input.quality === 'fresh' ? '' : `, ${input.quality}`
  if (input.for.length > 10) return `quoted ${citeInstant(new Date(input.for))}${late}`
  const age = sessionsOld(tradingDay(input.for), today)
  return `for ${input.for}${age === 0 ? '' : `, ${sessionsAgo(age)}`}${late}`
}

/** Like `citeTime`, for sentences that are stored: an age would be wrong by the next session. */
export function citeDate(input: InputReading): string {
  if (input.for.length <= 10) return `for ${input.for}`
  return `quoted ${citeInstant(new Date(input.for))}`
}

export function citeInstant(at: Date): string {
  const { day, time } = eastern(at)
  return `${day} ${time.slice(0, 5)} ET`
}

/** The age of a daily value in words. */
export const sessionsAgo = (age: number): string => (age === 0 ? 'today' : `${counted(age, 'session')} old`)

export function sessionsOld(day: TradingDay, today: TradingDay): number {
  const last = sessionOnOrBefore(today).day
  if (day >= last) return 0
  return sessionsBetween(addSessions(day, 1).day, last).length
}

/**
 * The rank as a whole number, rounded from the percentile that is served, so that all sentences and tables round the
 * same figure. The lowest value of a window counts itself, so its rank is the first, and the highest alone has the
 * hundredth.
 */
export function wholeRank(percentile: number): number {
  const served = shownPercentile(percentile)!
  return served >= 100 ? 100 : Math.min(99, Math.max(1, Math.round(served)))
}

/** The rank in words, such as 22nd. */
export const rankOf = (percentile: number): string => ordinal(wholeRank(percentile))
