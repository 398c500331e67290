import { sessionOn, sessionOnOrBefore, sessionsBetween } from '../../time/calendar.ts'
import { eastern } from '../../time/eastern.ts'
import { addDays, type TradingDay } from '../../time/trading-day.ts'
import type { EquityPoint, Opening } from './equity-point.ts'

export interface ReturnOfDay {
  day: TradingDay
  fraction: number
  /** What SPY did from the close before to this one; null where one of the two is not known. */
  spy: number | null
}

/** The session whose close was the last one before an instant. */
export function lastClosedSession(at: Date): TradingDay {
  const { day } = eastern(at)
  const session = sessionOn(day)
  return session && at >= session.close ? day : sessionOnOrBefore(addDays(day, -1)).day
}

/**
 * The return of each session whose close and the one before are known; of the first, from the opening. A stretch over
 * several sessions is no daily return: its sessions are gaps.
 */
export function dailyReturns(
  opening: Opening,
  points: readonly EquityPoint[],
): { returns: ReturnOfDay[]; gaps: number } {
  const returns: ReturnOfDay[] = []
  let before = { day: lastClosedSession(opening.at), equityE4: opening.equityE4, spyE4: null as number | null }
  let sessions = 0
  let flowE4 = 0
  for (const { at, equityE4, spyE4, flowE4: came, isClose } of points) {
    flowE4 += came
    if (!isClose || equityE4 === null) continue
    const { day } = eastern(at)
    const stretch = sessionsBetween(addDays(before.day, 1), day).length
    sessions += stretch
    if (stretch === 1 && before.equityE4 > 0) {
      const spy = before.spyE4 && spyE4 ? spyE4 / before.spyE4 - 1 : null
      returns.push({ day, fraction: (equityE4 - flowE4) / before.equityE4 - 1, spy })
    }
    before = { day, equityE4, spyE4 }
    flowE4 = 0
  }
  return { returns, gaps: sessions - returns.length }
}
