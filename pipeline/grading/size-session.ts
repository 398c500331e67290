import { nextSession, previousSession, sessionOnOrBefore } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { type PricePaths, startOf } from './price-paths.ts'

/**
 * The session whose move the size of a verdict is about, from the close before it: its own session for a verdict before
 * the open, the next one for a later verdict. The same session is stated and graded.
 */
export function sessionOfSize(writtenAt: Date): TradingDay {
  const today = sessionOnOrBefore(eastern(writtenAt).day)
  return writtenAt < today.open ? today.day : nextSession(today.day).day
}

/** The position of the close from which the move of that session counts. */
export const startOfSize = (paths: PricePaths, writtenAt: Date): number | null =>
  startOf(paths, previousSession(sessionOfSize(writtenAt)).close)
