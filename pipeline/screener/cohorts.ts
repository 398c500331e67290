import { addSessions, sessionOnOrBefore } from '../../shared/time/calendar.ts'
import { dayOfEpoch, epochDay, type TradingDay } from '../../shared/time/trading-day.ts'
import type { CohortHits } from './trust.ts'

/** Blocks of weeks are counted from Monday 1970-01-05. */
const FIRST_MONDAY = 4
const WEEK_DAYS = 7
const WEEK_BARS = 5

export const blockWeeks = (horizon: number): number => Math.ceil(horizon / WEEK_BARS)

/** The block of weeks that a day of entry falls into. */
export const blockOf = (day: TradingDay, horizon: number): number =>
  Math.floor((epochDay(day) - FIRST_MONDAY) / (WEEK_DAYS * blockWeeks(horizon)))

/** The first day of a block, as days since 1970-01-01. */
export const blockStart = (block: number, horizon: number): number =>
  FIRST_MONDAY + block * WEEK_DAYS * blockWeeks(horizon)

/** The newest block whose last possible entry has completed all bars of its horizon by a day's close. */
export function newestOverBlock(day: TradingDay, horizon: number): number {
  let block = blockOf(day, horizon) - 1
  while (lastOutcomeDay(block, horizon) > day) block -= 1
  return block
}

const lastOutcomeDay = (block: number, horizon: number): TradingDay => {
  const lastDay = dayOfEpoch(blockStart(block + 1, horizon) - 1)
  return addSessions(sessionOnOrBefore(lastDay).day, horizon).day
}

/**
 * One archetype in one block of weeks. It counts once no further entry can fall into it and all its episodes have
 * matured.
 */
export interface Cohort {
  block: number
  open: number
  matured: number
  sum: number
  isPostLock: boolean
  isComplete: boolean
}

/** The cohorts of an archetype by block; brought forward by entries, outcomes and the passing of days. */
export type CohortBook = Map<number, Cohort>

export function addEntry(book: CohortBook, block: number, isPostLock: boolean): void {
  const cohort = book.get(block) ?? { block, open: 0, matured: 0, sum: 0, isPostLock: true, isComplete: false }
  book.set(block, { ...cohort, open: cohort.open + 1, isPostLock: cohort.isPostLock && isPostLock })
}

export function addOutcome(book: CohortBook, block: number, excess: number): void {
  const cohort = book.get(block)!
  book.set(block, { ...cohort, open: cohort.open - 1, matured: cohort.matured + 1, sum: cohort.sum + excess })
}

/** Completes the cohorts whose block ended before the current one; returns whether any did. */
export function completeCohorts(book: CohortBook, current: number): boolean {
  let any = false
  for (const cohort of book.values()) {
    if (cohort.isComplete || cohort.open > 0 || cohort.block >= current) continue
    book.set(cohort.block, { ...cohort, isComplete: true })
    any = true
  }
  return any
}

export const completeOf = (book: CohortBook): Cohort[] =>
  [...book.values()].filter(({ isComplete }) => isComplete).sort((a, b) => a.block - b.block)

/** Blocks of the last year show the present pace. */
const PACE_DAYS = 365

/**
 * Complete cohorts per block over the last year, from the first complete one on; null before that block has ended. Only
 * ended blocks count, because in a later one some cohorts cannot be complete yet, which would look like a slower pace.
 */
export function cohortPace(book: CohortBook, { day, horizon }: { day: TradingDay; horizon: number }): number | null {
  const complete = completeOf(book)
  const [first] = complete
  if (!first) return null
  const newest = newestOverBlock(day, horizon)
  const blocks = Math.min(newest - first.block + 1, Math.round(PACE_DAYS / WEEK_DAYS / blockWeeks(horizon)))
  const counted = complete.filter(({ block }) => block > newest - blocks && block <= newest)
  return blocks > 0 ? counted.length / blocks : null
}

export const isHit = ({ sum }: Cohort): boolean => sum > 0

export function cohortHits(book: CohortBook): CohortHits {
  const complete = completeOf(book)
  return { all: complete.map(isHit), postLock: complete.filter(({ isPostLock }) => isPostLock).map(isHit) }
}
