import { sessionOn, sessionOnOrBefore, sessionsBetween } from '../../time/calendar.ts'
import { eastern } from '../../time/eastern.ts'
import { addDays, type TradingDay } from '../../time/trading-day.ts'
import type { EquityPoint, Opening } from './equity-point.ts'
import { growthOf } from './growth.ts'

export interface DailyReturn {
  day: TradingDay
  fraction: number
  /** Return of SPY from the previous close, or from the opening, to this close; null if one of the two is unknown. */
  spy: number | null
}

/** The last session that closed at or before an instant. */
function lastClosedSession(at: Date): TradingDay {
  const { day } = eastern(at)
  const session = sessionOn(day)
  return session && at >= session.close ? day : sessionOnOrBefore(addDays(day, -1)).day
}

/**
 * The return of each session whose close and previous close are known; the first counts from the opening. A stretch
 * over several sessions is not a daily return: its sessions count as gaps.
 */
export function dailyReturns(
  opening: Opening,
  points: readonly EquityPoint[],
): { returns: DailyReturn[]; gaps: number } {
  const growths = new Map(growthOf(opening, points).map(({ at, growth }) => [at.getTime(), growth]))
  const returns: DailyReturn[] = []
  let before = { day: lastClosedSession(opening.at), growth: 1, spyE4: opening.spyE4 }
  let sessions = 0
  for (const { at, equityE4, spyE4, isClose } of points) {
    const growth = growths.get(at.getTime())
    if (!isClose || equityE4 === null || growth === undefined) continue
    const { day } = eastern(at)
    const stretch = sessionsBetween(addDays(before.day, 1), day).length
    sessions += stretch
    if (stretch === 1 && before.growth > 0) {
      const spy = before.spyE4 && spyE4 ? spyE4 / before.spyE4 - 1 : null
      returns.push({ day, fraction: growth / before.growth - 1, spy })
    }
    before = { day, growth, spyE4 }
  }
  return { returns, gaps: sessions - returns.length }
}
