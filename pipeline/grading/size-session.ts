import { nextSession, previousSession, sessionOnOrBefore } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { type PricePaths, startOf } from './price-paths.ts'

/**
 * The session whose move a verdict's size is about, counted from the close before it: the verdict's own session if it
 * was written before the open, otherwise the next one. The session that is stated is also the one that is graded.
 */
export function sessionOfSize(writtenAt: Date): TradingDay {
  const today = sessionOnOrBefore(eastern(writtenAt).day)
  return writtenAt < today.open ? today.day : nextSession(today.day).day
}

/** The position of the close from which the move of that session counts. */
export const startOfSize = (paths: PricePaths, writtenAt: Date): number | null =>
  startOf(paths, previousSession(sessionOfSize(writtenAt)).close)
